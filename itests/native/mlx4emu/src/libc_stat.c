/* SPDX-License-Identifier: Apache-2.0 */
/* libc_stat.c - the stat() family: device nodes have to look like character
 * devices, both by path and by descriptor. */
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "libc.h"

#define AS_CHARDEV(st, dev) do {					\
	(st)->st_mode = ((st)->st_mode & ~S_IFMT & 07777) | S_IFCHR | 0666; \
	(st)->st_rdev = makedev(CHR_MAJOR, CHR_MINOR0 + (dev));		\
} while (0)

#define FIX_PATH(r, path, st) do {					\
	int dev_ = (r) == 0 ? uverbs_index(path) : -1;			\
	if (unlikely(dev_ >= 0))					\
		AS_CHARDEV(st, dev_);					\
} while (0)

#define FIX_FD(r, fd, st) do {						\
	struct context *c_ = (r) == 0 ? fd_find(fd, K_CONTEXT) : NULL;	\
	if (unlikely(c_ != NULL))					\
		AS_CHARDEV(st, c_->dev);				\
} while (0)

#define DEF_STAT(name, type)						\
EXPORT int name(const char *restrict path, struct type *restrict st)	\
{									\
	char b[PATH_MAX];						\
	int r;								\
	REAL(int, name, const char *, struct type *);			\
	r = real_##name(map_path(path, b, sizeof(b)), st);		\
	FIX_PATH(r, path, st);						\
	return r;							\
}
DEF_STAT(stat, stat)
DEF_STAT(stat64, stat64)
DEF_STAT(lstat, stat)
DEF_STAT(lstat64, stat64)

#define DEF_FSTAT(name, type)						\
EXPORT int name(int fd, struct type *st)				\
{									\
	int r;								\
	REAL(int, name, int, struct type *);				\
	r = real_##name(fd, st);					\
	FIX_FD(r, fd, st);						\
	return r;							\
}
DEF_FSTAT(fstat, stat)
DEF_FSTAT(fstat64, stat64)

#define DEF_FSTATAT(name, type)						\
EXPORT int name(int dir, const char *restrict path,			\
		struct type *restrict st, int flags)			\
{									\
	char b[PATH_MAX];						\
	int r;								\
	REAL(int, name, int, const char *, struct type *, int);		\
	r = real_##name(dir, map_path(path, b, sizeof(b)), st, flags);	\
	FIX_PATH(r, path, st);						\
	return r;							\
}
DEF_FSTATAT(fstatat, stat)
DEF_FSTATAT(fstatat64, stat64)

/* The same for programs built against a glibc older than 2.33. */
#define DEF_XSTAT(name, type)						\
EXPORT int name(int ver, const char *path, struct type *st);		\
EXPORT int name(int ver, const char *path, struct type *st)		\
{									\
	char b[PATH_MAX];						\
	int r;								\
	REAL(int, name, int, const char *, struct type *);		\
	r = real_##name(ver, map_path(path, b, sizeof(b)), st);		\
	FIX_PATH(r, path, st);						\
	return r;							\
}
DEF_XSTAT(__xstat, stat)
DEF_XSTAT(__xstat64, stat64)
DEF_XSTAT(__lxstat, stat)
DEF_XSTAT(__lxstat64, stat64)

#define DEF_FXSTAT(name, type)						\
EXPORT int name(int ver, int fd, struct type *st);			\
EXPORT int name(int ver, int fd, struct type *st)			\
{									\
	int r;								\
	REAL(int, name, int, int, struct type *);			\
	r = real_##name(ver, fd, st);					\
	FIX_FD(r, fd, st);						\
	return r;							\
}
DEF_FXSTAT(__fxstat, stat)
DEF_FXSTAT(__fxstat64, stat64)

EXPORT int statx(int dir, const char *restrict path, int flags,
		 unsigned int mask, struct statx *restrict st)
{
	char b[PATH_MAX];
	int r, dev;
	REAL(int, statx, int, const char *, int, unsigned int, struct statx *);

	r = real_statx(dir, map_path(path, b, sizeof(b)), flags, mask, st);
	dev = r == 0 ? uverbs_index(path) : -1;
	if (dev >= 0) {
		st->stx_mode = S_IFCHR | 0666;
		st->stx_rdev_major = CHR_MAJOR;
		st->stx_rdev_minor = CHR_MINOR0 + dev;
	}
	return r;
}
