/* SPDX-License-Identifier: Apache-2.0 */
/* eventq.c - completion channels and asynchronous event files. */
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/uio.h>

#include "objects.h"

struct evq *evq_new(bool async)
{
	struct evq *q = calloc(1, sizeof(*q));

	if (!q)
		return NULL;
	q->fd = eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC);
	if (q->fd < 0 || q->fd >= MAX_FDS) {
		if (q->fd >= 0)
			sys_close(q->fd);
		free(q);
		return NULL;
	}
	q->kind = K_EVQ;
	q->async = async;
	q->refs = 1;
	q->tail = &q->head;
	fd_set_owner(q->fd, q);
	return q;
}

void evq_put(struct evq *q)
{
	struct event *e;

	if (!q || --q->refs)
		return;
	while ((e = q->head)) {
		q->head = e->next;
		free(e);
	}
	free(q);
}

static void add_token(struct evq *q)
{
	static const uint64_t one = 1;

	if (sys_write(q->fd, &one, sizeof(one)) != sizeof(one))
		warn("eventfd write failed");
}

void evq_push(struct evq *q, struct obj *obj, uint64_t element, uint32_t type)
{
	struct event *e;

	if (!q || q->fd < 0 || !(e = calloc(1, sizeof(*e))))
		return;
	e->obj = obj;
	e->element = element;
	e->type = type;
	*q->tail = e;
	q->tail = &e->next;
	add_token(q);
}

/* Drop what is queued for a dying object, together with its tokens. */
void evq_forget(struct evq *q, struct obj *obj)
{
	struct event **pp, *e;
	uint64_t v;
	struct iovec iov = { &v, sizeof(v) };

	if (!q)
		return;
	for (pp = &q->head; (e = *pp);) {
		if (e->obj != obj) {
			pp = &e->next;
			continue;
		}
		*pp = e->next;
		free(e);
		/* A reader may have taken the token already: do not wait. */
		if (q->fd >= 0)
			(void)!preadv2(q->fd, &iov, 1, -1, RWF_NOWAIT);
	}
	q->tail = pp;
}

/* The token stays, so that poll() wakes whoever looks at the file from now on. */
void evq_shut(struct evq *q)
{
	if (!q || q->shut || q->fd < 0)
		return;
	q->shut = true;
	add_token(q);
}

void evq_close(struct evq *q)
{
	lock();
	fd_set_owner(q->fd, NULL);
	q->fd = -1;
	evq_put(q);
	unlock();
}

void async_event(struct obj *o, uint32_t type)
{
	COUNT(async_events);
	evq_push(o->ctx->async, o, o->user_handle, type);
}

/* Take the first event, and count it as read for the object it is about. */
static struct event *take(struct evq *q)
{
	struct event *e;

	lock();
	e = q->head;
	if (e) {
		q->head = e->next;
		if (!q->head)
			q->tail = &q->head;
		if (e->obj && q->async)
			e->obj->async_events++;
		else if (e->obj)
			((struct cq *)e->obj)->comp_events++;
	}
	unlock();
	return e;
}

/* read() on an event file. */
ssize_t evq_read(struct evq *q, void *buf, size_t n)
{
	size_t want = q->async ? sizeof(struct ib_uverbs_async_event_desc) :
				 sizeof(struct ib_uverbs_comp_event_desc);
	struct event *e;
	uint64_t token;
	ssize_t r;

	if (n < want) {
		errno = EINVAL;
		return -1;
	}
	do {
		r = sys_read(q->fd, &token, sizeof(token));
		if (r < 0)
			return r;
		e = take(q);
		if (!e && q->shut) {
			add_token(q);	/* for the next one */
			errno = EIO;
			return -1;
		}
	} while (!e);			/* its object died meanwhile */
	if (q->async)
		*(struct ib_uverbs_async_event_desc *)buf =
			(struct ib_uverbs_async_event_desc){
				.element = e->element, .event_type = e->type };
	else
		((struct ib_uverbs_comp_event_desc *)buf)->cq_handle = e->element;
	free(e);
	return want;
}
