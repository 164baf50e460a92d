/* SPDX-License-Identifier: Apache-2.0 */
/* objects.c - the lock, the table of handles and the table of descriptors. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "objects.h"

struct qp *qp_list;
struct cq *cq_list;
struct context *ctx_list;

static pthread_mutex_t hw_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int cmd_waiting;

static void *_Atomic fd_table[MAX_FDS];	/* struct context or struct evq */
static struct obj **objs;		/* by handle */
static uint32_t objs_len;
static uint32_t objs_hint;		/* no free handle below this one */

void lock(void)
{
	atomic_fetch_add(&cmd_waiting, 1);
	pthread_mutex_lock(&hw_lock);
	atomic_fetch_sub(&cmd_waiting, 1);
}

void unlock(void)
{
	pthread_mutex_unlock(&hw_lock);
}

void engine_lock(void)
{
	pthread_mutex_lock(&hw_lock);
}

bool command_waits(void)
{
	return atomic_load(&cmd_waiting);
}

void fd_set_owner(int fd, void *owner)
{
	atomic_store(&fd_table[fd], owner);
}

void *fd_find(int fd, enum kind kind)
{
	void *p;

	if (fd < 0 || fd >= MAX_FDS)
		return NULL;
	p = atomic_load_explicit(&fd_table[fd], memory_order_acquire);
	return p && *(enum kind *)p == kind ? p : NULL;
}

static bool grow(void)
{
	uint32_t len = objs_len ? objs_len * 2 : 64;
	struct obj **n = realloc(objs, len * sizeof(*n));

	if (!n)
		return false;
	memset(n + objs_len, 0, (len - objs_len) * sizeof(*n));
	objs = n;
	objs_len = len;
	return true;
}

void *obj_new(struct context *ctx, enum kind kind, size_t size,
	      uint64_t user_handle)
{
	struct obj *o = calloc(1, size);
	uint32_t i;

	if (!o)
		return NULL;
	for (i = objs_hint; i < objs_len && objs[i]; i++)
		;
	if (i == objs_len && !grow()) {
		free(o);
		return NULL;
	}
	objs_hint = i + 1;
	objs[i] = o;
	o->kind = kind;
	o->handle = i;
	o->ctx = ctx;
	o->user_handle = user_handle;
	return o;
}

void *obj_get(struct context *ctx, enum kind kind, uint32_t handle)
{
	struct obj *o = handle < objs_len ? objs[handle] : NULL;

	return o && o->kind == kind && o->ctx == ctx ? o : NULL;
}

void obj_del(struct obj *o)
{
	unpin(o);
	objs[o->handle] = NULL;
	if (o->handle < objs_hint)
		objs_hint = o->handle;
	free(o);
}

void obj_sweep(struct context *ctx, enum kind kind, void (*gone)(struct obj *o))
{
	uint32_t i;

	for (i = 0; i < objs_len; i++)
		if (objs[i] && objs[i]->ctx == ctx && objs[i]->kind == kind)
			gone(objs[i]);
}
