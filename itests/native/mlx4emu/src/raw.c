/* SPDX-License-Identifier: Apache-2.0 */
/*
 * raw.c - system calls made by number.  Calling libc here would end in our own
 * interposers (or in those of another preloaded library).
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "emu.h"

int sys_close(int fd)
{
	return syscall(SYS_close, fd);
}

ssize_t sys_read(int fd, void *buf, size_t n)
{
	return syscall(SYS_read, fd, buf, n);
}

ssize_t sys_write(int fd, const void *buf, size_t n)
{
	return syscall(SYS_write, fd, buf, n);
}

int sys_open(const char *path, int flags, int mode)
{
	return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int sys_mkdir(const char *path)
{
	return syscall(SYS_mkdirat, AT_FDCWD, path, 0755);
}

int sys_symlink(const char *target, const char *path)
{
	return syscall(SYS_symlinkat, target, AT_FDCWD, path);
}

int sys_mkfifo(const char *path)
{
	return syscall(SYS_mknodat, AT_FDCWD, path, S_IFIFO | 0600, 0);
}

/* Does the page of this address exist in the process? */
bool is_mapped(uint64_t addr)
{
	unsigned char vec;

	return !syscall(SYS_mincore, addr & ~(uint64_t)(PAGE - 1), (size_t)PAGE, &vec);
}

void nap(long us)
{
	struct timespec ts = { us / 1000000, us % 1000000 * 1000 };

	syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &ts, NULL);
}

uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}
