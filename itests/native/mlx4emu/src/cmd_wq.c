/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_wq.c - RSS work queues and indirection tables (control path only). */
#include <stdlib.h>
#include <string.h>

#include "../mlx4emu.h"
#include "cmd.h"

static _Atomic int next_failure;
static uint8_t wqn_used[NUM_QPS];

/* The first of 'size' free numbers, at a multiple of size; 0: there is none. */
static uint32_t free_numbers(uint32_t size)
{
	uint32_t base, i;

	for (base = FIRST_WQN; base + size <= NUM_QPS; base += size) {
		for (i = 0; i < size && !wqn_used[base + i]; i++)
			;
		if (i == size)
			return base;
	}
	return 0;
}

static struct wqn_range *open_range(uint32_t size)
{
	uint32_t base = free_numbers(size);
	struct wqn_range *r = base ? calloc(1, sizeof(*r)) : NULL;

	if (!r)
		return NULL;
	r->base = base;
	r->size = size;
	memset(wqn_used + base, 1, size);
	return r;
}

/*
 * WQ numbers come in aligned ranges, as in the mlx4_ib driver: the first WQ
 * that asks for a range of 2^n opens it, the following ones (asking for 2^0)
 * fill it.  This is all that MLX4DV_SET_CTX_ATTR_LOG_WQS_RANGE_SZ is about.
 */
static int take_wqn(struct context *ctx, uint32_t size, struct wq *wq)
{
	struct wqn_range *r = ctx->range;

	if (!r || r->used == r->size || r->dirty) {
		r = open_range(size);
		if (!r)
			return ENOMEM;
		ctx->range = r;
	} else if (size != 1) {
		return EINVAL;		/* the last range is still open */
	}
	wq->wqn = r->base + r->used++;
	wq->range = r;
	return 0;
}

static void release_wqn(struct context *ctx, struct wqn_range *r)
{
	if (--r->used) {
		r->dirty = true;
		return;
	}
	memset(wqn_used + r->base, 0, r->size);
	if (ctx->range == r)
		ctx->range = NULL;
	free(r);
}

EXPORT int mlx4emu_fail_wq(int err)
{
	atomic_store(&next_failure, err);
	return 0;
}

int cmd_ex_create_wq(struct cmd *c)
{
	REQ(ib_uverbs_ex_create_wq);
	const struct mlx4_ib_create_wq *m = drv_req(c, sizeof(*rq), sizeof(*m));
	struct pd *pd = obj_get(c->ctx, K_PD, rq->pd_handle);
	struct cq *cq = obj_get(c->ctx, K_CQ, rq->cq_handle);
	struct ib_uverbs_ex_create_wq_resp r = { .response_length = sizeof(r) };
	struct wq *wq;
	int err;

	if (!m || !pd || !cq)
		return EINVAL;
	atomic_store(&stats.last_wq_log_range, m->log_range_size);
	err = atomic_exchange(&next_failure, 0);
	if (err)
		return err;
	if (m->log_range_size > log2_of(MAX_RSS_TBL))
		return EOPNOTSUPP;
	err = check_buf("WQ", m->buf_addr);
	if (err)
		return err;
	wq = obj_new(c->ctx, K_WQ, sizeof(*wq), rq->user_handle);
	if (!wq)
		return ENOMEM;
	err = pin(&wq->o, m->buf_addr, (uint64_t)pow2_at_least(rq->max_wr) *
		  pow2_at_least(rq->max_sge) * sizeof(struct mlx4_wqe_data_seg));
	if (!err)
		err = take_wqn(c->ctx, 1u << m->log_range_size, wq);
	if (err) {
		obj_del(&wq->o);
		return err;
	}
	wq->pd = pd;
	wq->cq = cq;
	pd->users++;
	cq->users++;
	COUNT(wqs);
	r.wq_handle = wq->o.handle;
	r.wqn = wq->wqn;
	r.max_wr = pow2_at_least(rq->max_wr);
	r.max_sge = pow2_at_least(rq->max_sge);
	return reply(c, &r, sizeof(r), NULL, 0);
}

int cmd_ex_modify_wq(struct cmd *c)
{
	REQ(ib_uverbs_ex_modify_wq);
	struct wq *wq = obj_get(c->ctx, K_WQ, rq->wq_handle);

	uint32_t from, to;

	if (!wq || (rq->attr_mask & ~(IBV_WQ_ATTR_STATE | IBV_WQ_ATTR_CURR_STATE)))
		return EINVAL;
	from = rq->attr_mask & IBV_WQ_ATTR_CURR_STATE ? rq->curr_wq_state : wq->state;
	to = rq->attr_mask & IBV_WQ_ATTR_STATE ? rq->wq_state : from;
	if (from > IBV_WQS_ERR || to > IBV_WQS_ERR ||
	    (from == IBV_WQS_ERR && to == IBV_WQS_RDY) ||
	    (from == IBV_WQS_RESET && to == IBV_WQS_ERR))
		return EINVAL;
	wq->state = to;
	return 0;
}

void free_wq(struct wq *wq)
{
	release_wqn(wq->o.ctx, wq->range);
	wq->pd->users--;
	wq->cq->users--;
	evq_forget(wq->o.ctx->async, &wq->o);
	obj_del(&wq->o);
	UNCOUNT(wqs);
}

int cmd_ex_destroy_wq(struct cmd *c)
{
	REQ(ib_uverbs_ex_destroy_wq);
	struct wq *wq = obj_get(c->ctx, K_WQ, rq->wq_handle);
	struct ib_uverbs_ex_destroy_wq_resp r = { .response_length = sizeof(r) };

	if (!wq)
		return EINVAL;
	if (wq->users)
		return EBUSY;
	r.events_reported = wq->o.async_events;
	free_wq(wq);
	return reply(c, &r, sizeof(r), NULL, 0);
}

/* mlx4: consecutive WQ numbers, the first one a multiple of the table size. */
static struct wq *check_table(struct context *ctx, const uint32_t *handles,
			      uint32_t n)
{
	struct wq *first = obj_get(ctx, K_WQ, handles[0]);
	uint32_t i;

	if (!first || (n > 1 && first->wqn % n))
		return NULL;
	for (i = 1; i < n; i++) {
		struct wq *wq = obj_get(ctx, K_WQ, handles[i]);

		if (!wq || wq->wqn != first->wqn + i)
			return NULL;
	}
	return first;
}

static void hold_queues(struct indtbl *t, struct context *ctx,
			const uint32_t *handles, uint32_t n)
{
	for (t->n = 0; t->n < n; t->n++) {
		t->wqs[t->n] = obj_get(ctx, K_WQ, handles[t->n]);
		t->wqs[t->n]->users++;
	}
}

int cmd_ex_create_ind_table(struct cmd *c)
{
	REQ(ib_uverbs_ex_create_rwq_ind_table);
	struct ib_uverbs_ex_create_rwq_ind_table_resp r = {
		.response_length = sizeof(r) };
	struct indtbl *t;
	struct wq *first;
	uint32_t n;

	if (rq->log_ind_tbl_size > log2_of(MAX_RSS_TBL))
		return EINVAL;
	n = 1u << rq->log_ind_tbl_size;
	if (c->req_len < sizeof(*rq) + n * sizeof(rq->wq_handles[0]))
		return EINVAL;
	first = check_table(c->ctx, rq->wq_handles, n);
	if (!first)
		return EINVAL;
	t = obj_new(c->ctx, K_INDTBL, sizeof(*t), 0);
	if (!t)
		return ENOMEM;
	hold_queues(t, c->ctx, rq->wq_handles, n);
	r.ind_tbl_handle = t->o.handle;
	r.ind_tbl_num = first->wqn;
	return reply(c, &r, sizeof(r), NULL, 0);
}

void free_indtbl(struct indtbl *t)
{
	while (t->n)
		t->wqs[--t->n]->users--;
	obj_del(&t->o);
}

int cmd_ex_destroy_ind_table(struct cmd *c)
{
	REQ(ib_uverbs_ex_destroy_rwq_ind_table);
	struct indtbl *t = obj_get(c->ctx, K_INDTBL, rq->ind_tbl_handle);

	if (!t)
		return EINVAL;
	if (t->users)
		return EBUSY;
	free_indtbl(t);
	return 0;
}
