/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_qp_create.c - creating QPs: with queues of their own, or for RSS. */
#include "cmd.h"

/* What the plain and the extended CREATE_QP have in common. */
struct qp_req {
	uint64_t user_handle;
	uint32_t pd_handle, scq_handle, rcq_handle, srq_handle;
	uint32_t swr, rwr, ssge, rsge, inl;
	uint8_t sig_all, type, is_srq;
};

#define COPY_QP_REQ(rq) {						\
	.user_handle = (rq)->user_handle, .pd_handle = (rq)->pd_handle,	\
	.scq_handle = (rq)->send_cq_handle,				\
	.rcq_handle = (rq)->recv_cq_handle,				\
	.srq_handle = (rq)->srq_handle, .swr = (rq)->max_send_wr,	\
	.rwr = (rq)->max_recv_wr, .ssge = (rq)->max_send_sge,		\
	.rsge = (rq)->max_recv_sge, .inl = (rq)->max_inline_data,	\
	.sig_all = (rq)->sq_sig_all, .type = (rq)->qp_type,		\
	.is_srq = (rq)->is_srq }

static int check_qp(const struct qp_req *q, const struct mlx4_ib_create_qp *m)
{
	if (q->type != IBV_QPT_RC && q->type != IBV_QPT_UC && q->type != IBV_QPT_UD)
		return EOPNOTSUPP;
	if (q->swr > MAX_QP_WR || q->rwr > MAX_QP_WR || q->ssge > MAX_SGE ||
	    q->rsge > MAX_SGE || 1u << m->log_sq_bb_count > MAX_WQES ||
	    m->log_sq_stride < 6 || m->log_sq_stride > 10)
		return EINVAL;
	return check_buf("QP", m->buf_addr);
}

/* The layout of the buffer is agreed upon with libmlx4: the queue with the
 * larger stride comes first. */
static void lay_out_queues(struct qp *qp, const struct qp_req *q,
			   const struct mlx4_ib_create_qp *m)
{
	uint32_t bytes;

	qp->sq_cnt = 1u << m->log_sq_bb_count;
	qp->sq_shift = m->log_sq_stride;
	if (!qp->srq) {
		qp->rq_cnt = pow2_at_least(q->rwr);
		bytes = pow2_at_least(q->rsge) * sizeof(struct mlx4_wqe_data_seg);
		if (m->inl_recv_sz > bytes)
			bytes = m->inl_recv_sz;
		qp->rq_shift = log2_of(pow2_at_least(bytes));
		qp->rq_db = (const uint32_t *)(uintptr_t)m->db_addr;
	}
	qp->sq = qp->rq = (uint8_t *)(uintptr_t)m->buf_addr;
	if (!qp->srq && qp->rq_shift > qp->sq_shift)
		qp->sq += (size_t)qp->rq_cnt << qp->rq_shift;
	else
		qp->rq += (size_t)qp->sq_cnt << qp->sq_shift;
	atomic_store(&stats.last_qp_buf, m->buf_addr);
	atomic_store(&stats.last_qp_db, m->db_addr);
}

static uint64_t queue_bytes(const struct qp *qp)
{
	return ((uint64_t)qp->sq_cnt << qp->sq_shift) +
	       ((uint64_t)qp->rq_cnt << qp->rq_shift);
}

/* Sizes as granted: the receive side is rounded up to what the ring has. */
static void grant(struct qp *qp, const struct qp_req *q,
		  struct ib_uverbs_create_qp_resp *r)
{
	qp->cap.swr = q->swr;
	qp->cap.ssge = q->ssge;
	qp->cap.inl = q->inl;
	qp->cap.rwr = qp->srq ? 0 : qp->rq_cnt;
	qp->cap.rsge = qp->srq ? 0 : pow2_at_least(q->rsge);
	*r = (struct ib_uverbs_create_qp_resp){
		.qp_handle = qp->o.handle, .qpn = qp->qpn,
		.max_send_wr = qp->cap.swr, .max_recv_wr = qp->cap.rwr,
		.max_send_sge = qp->cap.ssge, .max_recv_sge = qp->cap.rsge,
		.max_inline_data = qp->cap.inl,
	};
}

static void link_qp(struct qp *qp)
{
	qp->pd->users++;
	qp->scq->users++;
	qp->rcq->users++;
	if (qp->srq)
		qp->srq->users++;
	qp->next = qp_list;
	qp_list = qp;
	COUNT(qps);
}

/* A new object with a number. */
static int new_qp(struct cmd *c, uint64_t user_handle, struct qp **out)
{
	struct qp *qp = obj_new(c->ctx, K_QP, sizeof(*qp), user_handle);

	if (!qp)
		return ENOMEM;
	if (qp_add(qp)) {
		obj_del(&qp->o);
		return ENOMEM;
	}
	*out = qp;
	return 0;
}

static int create_qp(struct cmd *c, const struct qp_req *q,
		     const struct mlx4_ib_create_qp *m, uint32_t flags,
		     struct ib_uverbs_create_qp_resp *r)
{
	struct pd *pd = obj_get(c->ctx, K_PD, q->pd_handle);
	struct cq *scq = obj_get(c->ctx, K_CQ, q->scq_handle);
	struct cq *rcq = obj_get(c->ctx, K_CQ, q->rcq_handle);
	struct srq *srq = NULL;
	struct qp *qp;
	int err;

	if (!m || !pd || !scq || !rcq)
		return EINVAL;
	err = check_qp(q, m);
	if (err)
		return err;
	if (q->is_srq && !(srq = obj_get(c->ctx, K_SRQ, q->srq_handle)))
		return EINVAL;
	err = new_qp(c, q->user_handle, &qp);
	if (err)
		return err;
	qp->type = q->type;
	qp->state = IBV_QPS_RESET;
	qp->sig_all = q->sig_all;
	qp->no_self_mcast = flags & IBV_QP_CREATE_BLOCK_SELF_MCAST_LB;
	qp->pd = pd;
	qp->scq = scq;
	qp->rcq = rcq;
	qp->srq = srq;
	lay_out_queues(qp, q, m);
	err = pin(&qp->o, m->buf_addr, queue_bytes(qp));
	if (err) {
		qp_remove(qp);
		obj_del(&qp->o);
		return err;
	}
	link_qp(qp);
	grant(qp, q, r);
	dbg("create_qp qpn %#x type %d sq %u<<%u rq %u<<%u buf %#llx db %#llx",
	    qp->qpn, qp->type, qp->sq_cnt, qp->sq_shift, qp->rq_cnt, qp->rq_shift,
	    (unsigned long long)m->buf_addr, (unsigned long long)m->db_addr);
	return 0;
}

int cmd_create_qp(struct cmd *c)
{
	REQ(ib_uverbs_create_qp);
	struct qp_req q = COPY_QP_REQ(rq);
	struct ib_uverbs_create_qp_resp r;
	int err = create_qp(c, &q,
			    drv_req(c, sizeof(*rq), sizeof(struct mlx4_ib_create_qp)),
			    0, &r);

	return err ? err : reply(c, &r, sizeof(r), NULL, 0);
}

/* RSS QP: it has no queues of its own and gets no traffic. */
static int create_rss_qp(struct cmd *c, const struct ib_uverbs_ex_create_qp *rq,
			 struct ib_uverbs_create_qp_resp *r)
{
	struct indtbl *t = obj_get(c->ctx, K_INDTBL, rq->rwq_ind_tbl_handle);
	struct pd *pd = obj_get(c->ctx, K_PD, rq->pd_handle);
	struct qp *qp;
	int err;

	if (!t || !pd ||
	    !drv_req(c, sizeof(*rq), sizeof(struct mlx4_ib_create_qp_rss)))
		return EINVAL;
	err = new_qp(c, rq->user_handle, &qp);
	if (err)
		return err;
	qp->rss = true;
	qp->table = t;
	t->users++;
	qp->type = rq->qp_type;
	qp->pd = pd;
	pd->users++;
	COUNT(qps);
	r->qp_handle = qp->o.handle;
	r->qpn = qp->qpn;
	return 0;
}

int cmd_ex_create_qp(struct cmd *c)
{
	REQ(ib_uverbs_ex_create_qp);
	struct qp_req q = COPY_QP_REQ(rq);
	struct ib_uverbs_ex_create_qp_resp r = { .response_length = sizeof(r) };
	int err;

	if (rq->comp_mask & IB_UVERBS_CREATE_QP_MASK_IND_TABLE)
		err = create_rss_qp(c, rq, &r.base);
	else
		err = create_qp(c, &q,
				drv_req(c, sizeof(*rq),
					sizeof(struct mlx4_ib_create_qp)),
				rq->create_flags, &r.base);
	return err ? err : reply(c, &r, sizeof(r), NULL, 0);
}
