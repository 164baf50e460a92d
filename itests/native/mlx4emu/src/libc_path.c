/* SPDX-License-Identifier: Apache-2.0 */
/* libc_path.c - functions that take a path and need nothing but another one. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "libc.h"

EXPORT FILE *fopen(const char *path, const char *mode)
{
	char b[PATH_MAX];
	REAL(FILE *, fopen, const char *, const char *);

	return real_fopen(map_path(path, b, sizeof(b)), mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode)
{
	char b[PATH_MAX];
	REAL(FILE *, fopen64, const char *, const char *);

	return real_fopen64(map_path(path, b, sizeof(b)), mode);
}

EXPORT DIR *opendir(const char *path)
{
	char b[PATH_MAX];
	REAL(DIR *, opendir, const char *);

	return real_opendir(map_path(path, b, sizeof(b)));
}

EXPORT int scandir(const char *path, struct dirent ***list,
		   int (*filter)(const struct dirent *),
		   int (*cmp)(const struct dirent **, const struct dirent **))
{
	char b[PATH_MAX];
	REAL(int, scandir, const char *, struct dirent ***,
	     int (*)(const struct dirent *),
	     int (*)(const struct dirent **, const struct dirent **));

	return real_scandir(map_path(path, b, sizeof(b)), list, filter, cmp);
}

EXPORT int access(const char *path, int mode)
{
	char b[PATH_MAX];
	REAL(int, access, const char *, int);

	return real_access(map_path(path, b, sizeof(b)), mode);
}

EXPORT int faccessat(int dir, const char *path, int mode, int flags)
{
	char b[PATH_MAX];
	REAL(int, faccessat, int, const char *, int, int);

	return real_faccessat(dir, map_path(path, b, sizeof(b)), mode, flags);
}

EXPORT ssize_t readlink(const char *path, char *buf, size_t n)
{
	char b[PATH_MAX];
	REAL(ssize_t, readlink, const char *, char *, size_t);

	return real_readlink(map_path(path, b, sizeof(b)), buf, n);
}

EXPORT ssize_t readlinkat(int dir, const char *path, char *buf, size_t n)
{
	char b[PATH_MAX];
	REAL(ssize_t, readlinkat, int, const char *, char *, size_t);

	return real_readlinkat(dir, map_path(path, b, sizeof(b)), buf, n);
}

EXPORT char *realpath(const char *restrict path, char *restrict out)
{
	char b[PATH_MAX];
	REAL(char *, realpath, const char *, char *);

	return real_realpath(map_path(path, b, sizeof(b)), out);
}
