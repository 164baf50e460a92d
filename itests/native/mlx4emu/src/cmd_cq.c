/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_cq.c - completion channels and completion queues. */
#include "cmd.h"

static uint32_t next_cqn = 0x80;

int cmd_create_comp_channel(struct cmd *c)
{
	struct ib_uverbs_create_comp_channel_resp r;
	struct evq *q = evq_new(false);

	if (!q)
		return EMFILE;
	r.fd = q->fd;
	return reply(c, &r, sizeof(r), NULL, 0);
}

/* What the plain and the extended CREATE_CQ have in common. */
struct cq_req {
	uint64_t user_handle;
	uint32_t cqe, vector;
	int32_t channel;		/* descriptor, or -1 */
};

#define COPY_CQ_REQ(rq) {						\
	.user_handle = (rq)->user_handle, .cqe = (rq)->cqe,		\
	.vector = (rq)->comp_vector, .channel = (rq)->comp_channel }

static void join_channel(struct cq *cq, struct evq *q)
{
	if (!q)
		return;
	q->refs++;
	cq->channel = q;
	cq->next = cq_list;
	cq_list = cq;
}

static uint64_t cq_bytes(uint32_t size)
{
	return (uint64_t)size * (cfg.cqe64 ? 64 : 32);
}

static int create_cq(struct cmd *c, const struct cq_req *q,
		     const struct mlx4_ib_create_cq *m,
		     struct ib_uverbs_create_cq_resp *r,
		     struct mlx4_ib_create_cq_resp *mresp)
{
	struct evq *channel = NULL;
	struct cq *cq;
	int err;

	if (!m || q->cqe < 1 || q->cqe > MAX_CQE || q->vector >= NUM_VECTORS)
		return EINVAL;
	if (q->channel >= 0 &&
	    (!(channel = fd_find(q->channel, K_EVQ)) || channel->async))
		return EINVAL;
	err = check_buf("CQ", m->buf_addr);
	if (err)
		return err;
	cq = obj_new(c->ctx, K_CQ, sizeof(*cq), q->user_handle);
	if (!cq)
		return ENOMEM;
	cq->size = pow2_at_least(q->cqe + 1);
	err = pin(&cq->o, m->buf_addr, cq_bytes(cq->size));
	if (err) {
		obj_del(&cq->o);
		return err;
	}
	cq->buf = (uint8_t *)(uintptr_t)m->buf_addr;
	cq->ci_db = (const uint32_t *)(uintptr_t)m->db_addr;
	cq->arm_db = cq->ci_db + 1;
	cq->cqn = next_cqn++ & 0xffffff;
	cq_own_all(cq->buf, cq->size, 0);
	join_channel(cq, channel);
	atomic_store(&stats.last_cq_buf, m->buf_addr);
	atomic_store(&stats.last_cq_db, m->db_addr);
	COUNT(cqs);
	r->cq_handle = cq->o.handle;
	r->cqe = cq->size - 1;
	*mresp = (struct mlx4_ib_create_cq_resp){ .cqn = cq->cqn };
	dbg("create_cq cqn %#x size %u buf %p db %p", cq->cqn, cq->size,
	    (void *)cq->buf, (const void *)cq->ci_db);
	return 0;
}

int cmd_create_cq(struct cmd *c)
{
	REQ(ib_uverbs_create_cq);
	struct cq_req q = COPY_CQ_REQ(rq);
	struct ib_uverbs_create_cq_resp r;
	struct mlx4_ib_create_cq_resp m;
	int err = create_cq(c, &q,
			    drv_req(c, sizeof(*rq), sizeof(struct mlx4_ib_create_cq)),
			    &r, &m);

	return err ? err : reply(c, &r, sizeof(r), &m, sizeof(m));
}

int cmd_ex_create_cq(struct cmd *c)
{
	REQ(ib_uverbs_ex_create_cq);
	struct cq_req q = COPY_CQ_REQ(rq);
	struct ib_uverbs_ex_create_cq_resp r = { .response_length = sizeof(r) };
	struct mlx4_ib_create_cq_resp m;
	int err;

	if (rq->flags)			/* time stamps are not emulated */
		return EOPNOTSUPP;
	err = create_cq(c, &q,
			drv_req(c, sizeof(*rq), sizeof(struct mlx4_ib_create_cq)),
			&r.base, &m);
	return err ? err : reply(c, &r, sizeof(r), &m, sizeof(m));
}

int cmd_resize_cq(struct cmd *c)
{
	REQ(ib_uverbs_resize_cq);
	const struct mlx4_ib_resize_cq *m = drv_req(c, sizeof(*rq), sizeof(*m));
	struct cq *cq = obj_get(c->ctx, K_CQ, rq->cq_handle);
	struct ib_uverbs_resize_cq_resp r = { 0 };
	struct mlx4_cqe mark = { .owner_sr_opcode = MLX4_CQE_OPCODE_RESIZE };
	uint32_t size;
	int err;

	if (!m || !cq || rq->cqe < 1 || rq->cqe > MAX_CQE)
		return EINVAL;
	size = pow2_at_least(rq->cqe + 1);
	if (size == cq->size)
		return EINVAL;
	err = check_buf("CQ", m->buf_addr);
	if (err)
		return err;
	if (!cq_room(cq))
		return EBUSY;
	err = repin(&cq->o, m->buf_addr, cq_bytes(size));
	if (err)
		return err;
	/* A marker ends the old buffer; production goes on in the new one. */
	cq_store(cq, &mark);
	cq->buf = (uint8_t *)(uintptr_t)m->buf_addr;
	cq->size = size;
	cq_own_all(cq->buf, size, cq->pi);
	r.cqe = size - 1;
	return reply(c, &r, sizeof(r), NULL, 0);
}

/* Moderation: taken down, without effect: each event comes at once. */
int cmd_ex_modify_cq(struct cmd *c)
{
	REQ(ib_uverbs_ex_modify_cq);

	if (!rq->attr_mask || rq->reserved ||
	    !obj_get(c->ctx, K_CQ, rq->cq_handle))
		return EINVAL;
	if (rq->attr_mask & ~IBV_CQ_ATTR_MODERATE)
		return EOPNOTSUPP;
	atomic_store(&stats.last_cq_moderate_count, rq->attr.cq_count);
	atomic_store(&stats.last_cq_moderate_period, rq->attr.cq_period);
	return 0;
}

static void unlink_cq(struct cq *cq)
{
	struct cq **pp;

	for (pp = &cq_list; *pp; pp = &(*pp)->next)
		if (*pp == cq) {
			*pp = cq->next;
			break;
		}
}

void free_cq(struct cq *cq)
{
	unlink_cq(cq);
	evq_forget(cq->channel, &cq->o);
	evq_forget(cq->o.ctx->async, &cq->o);
	evq_put(cq->channel);
	obj_del(&cq->o);
	UNCOUNT(cqs);
}

int cmd_destroy_cq(struct cmd *c)
{
	REQ(ib_uverbs_destroy_cq);
	struct cq *cq = obj_get(c->ctx, K_CQ, rq->cq_handle);
	struct ib_uverbs_destroy_cq_resp r = { 0 };

	if (!cq)
		return EINVAL;
	if (cq->users)
		return EBUSY;
	/* libibverbs waits until that many have been acknowledged. */
	r.comp_events_reported = cq->comp_events;
	r.async_events_reported = cq->o.async_events;
	free_cq(cq);
	return reply(c, &r, sizeof(r), NULL, 0);
}
