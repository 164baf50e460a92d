/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_srq.c - shared receive queues. */
#include "cmd.h"

static uint32_t next_srqn = 0x40;

/* The stride is agreed upon with libmlx4: a power of two, 32 at least. */
static uint32_t stride_shift(uint32_t max_sge)
{
	uint32_t bytes = sizeof(struct mlx4_wqe_srq_next_seg) +
			 max_sge * sizeof(struct mlx4_wqe_data_seg);
	uint32_t shift = 5;

	while (1u << shift < bytes)
		shift++;
	return shift;
}

int cmd_create_srq(struct cmd *c)
{
	REQ(ib_uverbs_create_srq);
	const struct mlx4_ib_create_srq *m = drv_req(c, sizeof(*rq), sizeof(*m));
	struct pd *pd = obj_get(c->ctx, K_PD, rq->pd_handle);
	struct ib_uverbs_create_srq_resp r = { 0 };
	struct mlx4_ib_create_srq_resp mr = { 0 };
	struct srq *s;
	int err;

	if (!m || !pd || rq->max_wr > MAX_SRQ_WR || rq->max_sge > MAX_SRQ_SGE)
		return EINVAL;
	err = check_buf("SRQ", m->buf_addr);
	if (err)
		return err;
	s = obj_new(c->ctx, K_SRQ, sizeof(*s), rq->user_handle);
	if (!s)
		return ENOMEM;
	s->count = pow2_at_least(rq->max_wr + 1);
	s->shift = stride_shift(rq->max_sge);
	err = pin(&s->o, m->buf_addr, (uint64_t)s->count << s->shift);
	if (err) {
		obj_del(&s->o);
		return err;
	}
	s->pd = pd;
	pd->users++;
	s->buf = (uint8_t *)(uintptr_t)m->buf_addr;
	s->db = (const uint32_t *)(uintptr_t)m->db_addr;
	s->srqn = next_srqn++;
	s->max_wr = s->count - 1;
	s->max_sge = rq->max_sge;
	r.srq_handle = s->o.handle;
	r.max_wr = s->max_wr;
	r.max_sge = s->max_sge;
	r.srqn = mr.srqn = s->srqn;
	COUNT(srqs);
	return reply(c, &r, sizeof(r), &mr, sizeof(mr));
}

int cmd_modify_srq(struct cmd *c)
{
	REQ(ib_uverbs_modify_srq);
	struct srq *s = obj_get(c->ctx, K_SRQ, rq->srq_handle);

	if (!s || (rq->attr_mask & IBV_SRQ_MAX_WR))
		return EINVAL;
	if (rq->attr_mask & IBV_SRQ_LIMIT) {
		if (rq->srq_limit >= s->count)
			return EINVAL;
		s->limit = rq->srq_limit;
	}
	return 0;
}

int cmd_query_srq(struct cmd *c)
{
	REQ(ib_uverbs_query_srq);
	struct srq *s = obj_get(c->ctx, K_SRQ, rq->srq_handle);
	struct ib_uverbs_query_srq_resp r = { 0 };

	if (!s)
		return EINVAL;
	r.max_wr = s->max_wr;
	r.max_sge = s->max_sge;
	r.srq_limit = s->limit;
	return reply(c, &r, sizeof(r), NULL, 0);
}

void free_srq(struct srq *s)
{
	evq_forget(s->o.ctx->async, &s->o);
	s->pd->users--;
	obj_del(&s->o);
	UNCOUNT(srqs);
}

int cmd_destroy_srq(struct cmd *c)
{
	REQ(ib_uverbs_destroy_srq);
	struct srq *s = obj_get(c->ctx, K_SRQ, rq->srq_handle);
	struct ib_uverbs_destroy_srq_resp r;

	if (!s)
		return EINVAL;
	if (s->users)
		return EBUSY;
	r.events_reported = s->o.async_events;
	free_srq(s);
	return reply(c, &r, sizeof(r), NULL, 0);
}
