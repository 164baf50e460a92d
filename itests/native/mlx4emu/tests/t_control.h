/* SPDX-License-Identifier: Apache-2.0 */
/* t_control.h - the FIFO of MLX4EMU_CONTROL, as another process would use it. */
#ifndef T_CONTROL_H
#define T_CONTROL_H

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>

#include "t_data.h"

#define PATIENCE_NS 20000000000ull

static FILE *fifo, *answers;

/* The FIFO is there as soon as a context is open. */
static inline void open_control(void)
{
	const char *path = getenv("MLX4EMU_CONTROL");
	char log[500];

	data_open();
	NEED(path && (fifo = fopen(path, "w")));
	setvbuf(fifo, NULL, _IOLBF, 0);
	snprintf(log, sizeof(log), "%s.log", path);
	NEED(answers = fopen(log, "r"));
	NEED(!fseek(answers, 0, SEEK_END));
}

static inline void close_control(void)
{
	fclose(fifo);
	fclose(answers);
	data_close();
}

/* The answer to the lines so far: the next line of the log; "" if none comes. */
static inline const char *answer(void)
{
	static char text[500];
	uint64_t end = t_ns() + PATIENCE_NS;
	size_t n = 0;

	text[0] = 0;
	while (t_ns() < end && (!n || text[n - 1] != '\n')) {
		clearerr(answers);
		if (fgets(text + n, sizeof(text) - n, answers))
			n = strlen(text);
		else
			sched_yield();
	}
	text[strcspn(text, "\n")] = 0;
	return text;
}

#define EXPECT_ANSWER(line, want)					\
	do {								\
		const char *got_;					\
		fprintf(fifo, "%s\n", line);				\
		got_ = answer();					\
		CHECK(!strcmp(got_, want), "%s", got_);			\
	} while (0)

#define EXPECT_DONE(line)	EXPECT_ANSWER(line, "done: " line)
#define EXPECT_REFUSED(line, why) EXPECT_ANSWER(line, "refused: " line ": " why)

#endif /* T_CONTROL_H */
