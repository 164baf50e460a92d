/* SPDX-License-Identifier: Apache-2.0 */
/* uverbs_file.c - open() and close() of a uverbs device. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cmd.h"

/* A memfd: libmlx4 can mmap() its UAR pages from it. */
static int open_uar(int flags)
{
	int fd = syscall(SYS_memfd_create, "mlx4emu-uverbs",
			 flags & O_CLOEXEC ? MFD_CLOEXEC : 0u);

	if (fd >= 0 && (fd >= MAX_FDS || ftruncate(fd, UAR_PAGES * PAGE))) {
		sys_close(fd);
		return -1;
	}
	return fd;
}

int uverbs_open(int dev, int flags)
{
	struct context *ctx = calloc(1, sizeof(*ctx));
	int fd;

	if (!ctx) {
		errno = ENOMEM;
		return -1;
	}
	fd = open_uar(flags);
	if (fd < 0) {
		free(ctx);
		errno = EMFILE;
		return -1;
	}
	ctx->kind = K_CONTEXT;
	ctx->fd = fd;
	ctx->dev = dev;
	ctx->uar = mmap(NULL, UAR_PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED,
			fd, 0);
	lock();
	ctx->next = ctx_list;
	ctx_list = ctx;
	fd_set_owner(fd, ctx);
	COUNT(contexts);
	unlock();
	return fd;
}

static void gone(struct obj *o)
{
	switch (o->kind) {
	case K_QP:	free_qp((struct qp *)o); break;
	case K_INDTBL:	free_indtbl((struct indtbl *)o); break;
	case K_WQ:	free_wq((struct wq *)o); break;
	case K_SRQ:	free_srq((struct srq *)o); break;
	case K_CQ:	free_cq((struct cq *)o); break;
	case K_MR:	free_mr((struct mr *)o); break;
	case K_PD:	free_pd((struct pd *)o); break;
	default:	break;
	}
}

static void unlink_context(struct context *ctx)
{
	struct context **pp;

	for (pp = &ctx_list; *pp; pp = &(*pp)->next)
		if (*pp == ctx) {
			*pp = ctx->next;
			break;
		}
}

/* The kernel frees what is left: users before what they use. */
void uverbs_release(struct context *ctx)
{
	static const enum kind order[] = { K_QP, K_INDTBL, K_WQ, K_SRQ, K_CQ, K_MR,
					   K_PD };
	unsigned int i;

	lock();
	fd_set_owner(ctx->fd, NULL);
	for (i = 0; i < ARRAY_LEN(order); i++)
		obj_sweep(ctx, order[i], gone);
	unlink_context(ctx);
	evq_put(ctx->async);		/* libibverbs closes the file itself */
	ctx->async = NULL;
	UNCOUNT(contexts);
	unlock();
	if (ctx->uar != MAP_FAILED)
		munmap(ctx->uar, UAR_PAGES * PAGE);
	free(ctx);
}
