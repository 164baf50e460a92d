/* SPDX-License-Identifier: Apache-2.0 */
/* tree_put.c - write single files, folders and links of the device tree. */
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tree.h"

enum { REL_MAX = PATH_MAX / 2, FULL_MAX = PATH_MAX + REL_MAX };

char tree_root[PATH_MAX];

void put_dir(const char *fmt, ...)
{
	char rel[REL_MAX], path[FULL_MAX];
	va_list ap;
	char *p;

	va_start(ap, fmt);
	vsnprintf(rel, sizeof(rel), fmt, ap);
	va_end(ap);
	snprintf(path, sizeof(path), "%s/%s", tree_root, rel);
	for (p = path + strlen(tree_root) + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = 0;
		sys_mkdir(path);
		*p = '/';
	}
	sys_mkdir(path);
}

/* Renamed into its place: a reader finds the old text or the new one, never none. */
void put_file(const char *rel, const char *fmt, ...)
{
	char path[FULL_MAX], fresh[FULL_MAX], text[256];
	va_list ap;
	int fd, n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	snprintf(path, sizeof(path), "%s/%s", tree_root, rel);
	snprintf(fresh, sizeof(fresh), "%s/.new.%d", tree_root, (int)getpid());
	fd = sys_open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0)
		return;
	if (sys_write(fd, text, n) != n || rename(fresh, path))
		warn("cannot write %s", path);
	sys_close(fd);
}

void put_link(const char *rel, const char *target)
{
	char path[FULL_MAX];

	snprintf(path, sizeof(path), "%s/%s", tree_root, rel);
	sys_symlink(target, path);
}

void put_guid(const char *rel, uint64_t g)
{
	put_file(rel, "%04x:%04x:%04x:%04x\n", (unsigned)(g >> 48),
		 (unsigned)(g >> 32) & 0xffff, (unsigned)(g >> 16) & 0xffff,
		 (unsigned)g & 0xffff);
}
