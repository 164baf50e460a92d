/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects.h - what uverbs commands create and address by handle, and the event
 * files that report about it.
 *
 * Locking: one mutex guards all objects and lists.  The engine holds it for one
 * pass over the QPs; commands announce themselves, so that a busy engine lets
 * them in.  When a destroy command has returned, the engine no longer touches
 * the memory of the destroyed object.
 */
#ifndef EMU_OBJECTS_H
#define EMU_OBJECTS_H

#include <rdma/ib_user_verbs.h>

#include "emu.h"

enum kind {
	K_CONTEXT = 1, K_EVQ, K_PD, K_MR, K_CQ, K_QP, K_SRQ, K_WQ, K_INDTBL,
};

/* Common head of all handle-addressed objects. */
struct obj {
	enum kind kind;
	uint32_t handle;
	struct context *ctx;
	uint64_t user_handle;		/* libibverbs' pointer to its object */
	uint32_t async_events;		/* events read for this object */
	uint64_t pages;			/* of memory that it has pinned */
};

struct event {
	struct event *next;
	struct obj *obj;		/* NULL: port event */
	uint64_t element;
	uint32_t type;
};

/*
 * An event file: completion channel or asynchronous events.  The descriptor is
 * an eventfd in semaphore mode, so poll(), epoll and O_NONBLOCK work as they
 * should; the interposed read() takes one token and hands out one event.
 */
struct evq {
	enum kind kind;
	int fd;				/* -1: closed by the application */
	bool async;
	bool shut;			/* the device is gone: EIO when empty */
	unsigned int refs;
	struct event *head, **tail;
};

struct wqn_range {
	uint32_t base, size, used;
	bool dirty;			/* one of its WQs is gone: never refilled */
};

/* An open uverbs file. */
struct context {
	enum kind kind;
	int fd, dev;
	bool orphaned;			/* its device is gone, for good */
	uint8_t *uar;			/* our view of the UAR pages */
	struct evq *async;
	struct wqn_range *range;	/* the range new WQs are taken from */
	struct context *next;
};

struct pd { struct obj o; uint32_t pdn; unsigned int users; };

struct mr {
	struct obj o;
	struct pd *pd;
	uint64_t start, length, va;
	uint32_t key, access;
};

struct cq {
	struct obj o;
	uint8_t *buf;
	const uint32_t *ci_db, *arm_db;	/* doorbell records, big endian */
	uint32_t cqn, size, pi;		/* size in CQEs, producer index */
	uint32_t sol_pi;		/* pi after the last solicited CQE */
	uint32_t fired_sn;		/* arm sequence that was last served */
	struct evq *channel;
	uint32_t comp_events;		/* completion events read */
	unsigned int users;
	bool dead;			/* overrun */
	bool told;			/* MLX4EMU_STRICT */
	uint32_t last_ci;
	struct cq *next;		/* list of CQs with a channel */
};

struct srq {
	struct obj o;
	struct pd *pd;
	uint8_t *buf;
	const uint32_t *db;
	uint32_t srqn, count, shift, max_wr, max_sge, limit;
	uint16_t done;			/* WQEs consumed */
	uint32_t cur;			/* index of the next WQE */
	unsigned int users;
};

/* What the next 'count' WQEs are to complete with. */
struct inject { int count, syndrome, vendor_err; };

struct flood {
	bool on;
	int mode;
	uint64_t count, done, rate, t0;
	uint32_t bytes;
};

struct qp {
	struct obj o;
	struct qp *next;		/* list of all QPs with queues */
	uint32_t qpn;
	uint8_t type, state;
	bool sig_all, no_self_mcast, rss, err_event, established;
	bool told;			/* MLX4EMU_STRICT */
	struct pd *pd;
	struct cq *scq, *rcq;
	struct srq *srq;
	struct indtbl *table;		/* RSS only */
	struct { uint32_t swr, rwr, ssge, rsge, inl; } cap;
	struct ib_uverbs_modify_qp attr;	/* merged over all modifies */
	/* send queue */
	uint8_t *sq;
	uint32_t sq_cnt, sq_shift, sq_idx;
	uint64_t retry_at;		/* deadline of a send being retried */
	/* receive queue */
	uint8_t *rq;
	uint32_t rq_cnt, rq_shift;
	uint16_t rq_idx;
	const uint32_t *rq_db;
	struct inject inj[2];		/* [0] receive, [1] send */
	struct flood flood;
};

struct wq {
	struct obj o;
	struct wqn_range *range;
	struct pd *pd;
	struct cq *cq;
	uint32_t wqn, state;
	unsigned int users;
};

struct indtbl {
	struct obj o;
	struct wq *wqs[MAX_RSS_TBL];
	uint32_t n;
	unsigned int users;
};

/* ---- objects.c ---- */

extern struct qp *qp_list;
extern struct cq *cq_list;		/* only those with a channel */
extern struct context *ctx_list;

void lock(void);
void unlock(void);
/* For the engine: the mutex without pushing in, and whether somebody waits. */
void engine_lock(void);
bool command_waits(void);

/* Contexts and event files are found by descriptor. */
void fd_set_owner(int fd, void *owner);
void *fd_find(int fd, enum kind kind);

void *obj_new(struct context *ctx, enum kind kind, size_t size,
	      uint64_t user_handle);
void *obj_get(struct context *ctx, enum kind kind, uint32_t handle);
void obj_del(struct obj *o);
/* Calls gone() for each object of this kind that the context still has. */
void obj_sweep(struct context *ctx, enum kind kind, void (*gone)(struct obj *o));

/* ---- qp_table.c: QPs by number ---- */

struct qp *qp_find(uint32_t qpn);	/* NULL if there is none */
int qp_add(struct qp *qp);		/* takes a number: 0 or ENOMEM */
void qp_remove(struct qp *qp);

/* ---- mr_table.c: memory regions by key ---- */

int mr_insert(struct mr *mr);		/* makes a key: 0 or ENOMEM */
struct mr *mr_find(uint32_t key);
void mr_remove(struct mr *mr);

/* ---- eventq.c ---- */

struct evq *evq_new(bool async);
void evq_put(struct evq *q);
void evq_push(struct evq *q, struct obj *obj, uint64_t element, uint32_t type);
void evq_forget(struct evq *q, struct obj *obj);
void evq_shut(struct evq *q);		/* no more events: reading gives EIO */
void evq_close(struct evq *q);		/* the application closed the file */
ssize_t evq_read(struct evq *q, void *buf, size_t n);
void async_event(struct obj *o, uint32_t type);

/* ---- pin.c: memory that the kernel would pin for an object ---- */

int pin(struct obj *o, uint64_t addr, uint64_t bytes);	/* 0 or ENOMEM */
int repin(struct obj *o, uint64_t addr, uint64_t bytes);	/* instead of before */
void unpin(struct obj *o);

/* ---- events.c ---- */

/* Is there a device behind this file, and does it work? */
bool ctx_works(const struct context *ctx);

/* ---- uverbs_file.c ---- */

int uverbs_open(int dev, int flags);
void uverbs_release(struct context *ctx);

#endif /* EMU_OBJECTS_H */
