/* SPDX-License-Identifier: Apache-2.0 */
/* libc_io.c - read(), write(), ioctl() and close() of our descriptors; socket(). */
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "libc.h"
#include "cmd.h"

EXPORT ssize_t write(int fd, const void *buf, size_t n)
{
	struct context *ctx = fd_find(fd, K_CONTEXT);
	REAL(ssize_t, write, int, const void *, size_t);

	return unlikely(ctx != NULL) ? uverbs_write(ctx, buf, n) :
				       real_write(fd, buf, n);
}

EXPORT ssize_t read(int fd, void *buf, size_t n)
{
	struct evq *q = fd_find(fd, K_EVQ);
	REAL(ssize_t, read, int, void *, size_t);

	return unlikely(q != NULL) ? evq_read(q, buf, n) :
				     real_read(fd, buf, n);
}

/* Commands come by write(): so answers a kernel that has no ioctl() for them. An
 * emulated system call (QEMU's) would not refuse it with the errno that a file does. */
EXPORT int ioctl(int fd, unsigned long request, ...)
{
	va_list ap;
	void *arg;
	REAL(int, ioctl, int, unsigned long, ...);

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (unlikely(fd_find(fd, K_CONTEXT) != NULL)) {
		errno = ENOTTY;
		return -1;
	}
	return real_ioctl(fd, request, arg);
}

EXPORT int close(int fd)
{
	struct context *ctx = fd_find(fd, K_CONTEXT);
	struct evq *q = fd_find(fd, K_EVQ);
	REAL(int, close, int);

	if (unlikely(ctx != NULL)) {
		uverbs_release(ctx);
	} else if (unlikely(q != NULL)) {
		evq_close(q);
	}
	return real_close(fd);
}

/* No RDMA netlink: libibverbs then takes its device list from sysfs. */
EXPORT int socket(int domain, int type, int protocol)
{
	REAL(int, socket, int, int, int);

	if (domain == AF_NETLINK && protocol == 20 /* NETLINK_RDMA */) {
		errno = EPROTONOSUPPORT;
		return -1;
	}
	return real_socket(domain, type, protocol);
}
