/* SPDX-License-Identifier: Apache-2.0 */
/*
 * control_file.c - MLX4EMU_CONTROL: a FIFO from which the engine thread takes
 * lines, so that a test can reach the device of a process that it has started.
 * What came of each line is appended to the file of the same name with ".log".
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "control_line.h"
#include "hardware.h"

static int fifo = -1, answers = -1;
static char line[LINE_MAX_CHARS + 1];
static size_t used;
static bool too_long;

void control_open(void)
{
	char path[PATH_MAX];
	struct stat st;

	if (!cfg.control || fifo >= 0)
		return;
	sys_mkfifo(cfg.control);	/* unless the test has made it */
	/* Writable as well: so it has no end when a writer leaves. */
	fifo = sys_open(cfg.control, O_RDWR | O_NONBLOCK | O_CLOEXEC, 0);
	if (fifo < 0 || fstat(fifo, &st) || !S_ISFIFO(st.st_mode)) {
		warn("MLX4EMU_CONTROL: %s is not a FIFO that can be opened", cfg.control);
		if (fifo >= 0)
			sys_close(fifo);
		fifo = -1;
		return;
	}
	snprintf(path, sizeof(path), "%s.log", cfg.control);
	answers = sys_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void answer(const char *refusal, const char *told)
{
	char out[2 * LINE_MAX_CHARS];
	const char *text = refusal ? refusal : told;
	int n = snprintf(out, sizeof(out), "%s: %s%s%s\n",
			 refusal ? "refused" : "done", line, *text ? ": " : "", text);

	COUNT(control_lines);
	if (refusal)
		COUNT(control_refused);
	if (answers >= 0 && sys_write(answers, out, n) != n)
		warn("cannot write the answers of MLX4EMU_CONTROL");
}

static void end_of_line(void)
{
	char copy[sizeof(line)], told[TOLD_CHARS];
	const char *refusal;

	line[used] = 0;
	if (too_long) {
		answer("too long", "");
	} else if (used && line[0] != '#') {
		memcpy(copy, line, used + 1);
		refusal = control_line(copy, told);
		answer(refusal, told);
	}
	used = 0;
	too_long = false;
}

/* Between two passes: takes what has come, without waiting. */
void control_step(void)
{
	char chunk[256];
	ssize_t n, i;

	if (likely(fifo < 0))
		return;
	while ((n = sys_read(fifo, chunk, sizeof(chunk))) > 0)
		for (i = 0; i < n; i++)
			if (chunk[i] == '\n')
				end_of_line();
			else if (used < LINE_MAX_CHARS)
				line[used++] = chunk[i];
			else
				too_long = true;
}
