/* SPDX-License-Identifier: Apache-2.0 */
/* libc_open.c - the open() family. */
#include <fcntl.h>
#include <stdarg.h>

#include "libc.h"

/* A descriptor or -1 for a device of ours, -2 for any other path. */
static int do_open(const char *path, int flags)
{
	int dev = uverbs_index(path);

	return dev >= 0 ? uverbs_open(dev, flags) : -2;
}

#define OPEN_MODE(flags, mode)						\
	mode_t mode = 0;						\
	if ((flags) & (O_CREAT | O_TMPFILE)) {				\
		va_list ap;						\
		va_start(ap, flags);					\
		mode = va_arg(ap, mode_t);				\
		va_end(ap);						\
	}

#define DEF_OPEN(name)							\
EXPORT int name(const char *path, int flags, ...)			\
{									\
	char b[PATH_MAX];						\
	int fd = do_open(path, flags);					\
	OPEN_MODE(flags, mode)						\
	REAL(int, name, const char *, int, ...);			\
	return fd != -2 ? fd :						\
		real_##name(map_path(path, b, sizeof(b)), flags, mode);	\
}
DEF_OPEN(open)
DEF_OPEN(open64)

#define DEF_OPENAT(name)						\
EXPORT int name(int dir, const char *path, int flags, ...)		\
{									\
	char b[PATH_MAX];						\
	int fd = do_open(path, flags);					\
	OPEN_MODE(flags, mode)						\
	REAL(int, name, int, const char *, int, ...);			\
	return fd != -2 ? fd :						\
		real_##name(dir, map_path(path, b, sizeof(b)), flags, mode); \
}
DEF_OPENAT(openat)
DEF_OPENAT(openat64)

/* The fortified variants for calls without a mode. */
#define DEF_OPEN2(name)							\
EXPORT int name(const char *path, int flags);				\
EXPORT int name(const char *path, int flags)				\
{									\
	char b[PATH_MAX];						\
	int fd = do_open(path, flags);					\
	REAL(int, name, const char *, int);				\
	return fd != -2 ? fd :						\
		real_##name(map_path(path, b, sizeof(b)), flags);	\
}
DEF_OPEN2(__open_2)
DEF_OPEN2(__open64_2)

#define DEF_OPENAT2(name)						\
EXPORT int name(int dir, const char *path, int flags);			\
EXPORT int name(int dir, const char *path, int flags)			\
{									\
	char b[PATH_MAX];						\
	int fd = do_open(path, flags);					\
	REAL(int, name, int, const char *, int);			\
	return fd != -2 ? fd :						\
		real_##name(dir, map_path(path, b, sizeof(b)), flags);	\
}
DEF_OPENAT2(__openat_2)
DEF_OPENAT2(__openat64_2)
