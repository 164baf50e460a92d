/* SPDX-License-Identifier: Apache-2.0 */
/* send.c - from a send WQE in the queue to a message and its completion. */
#include "hardware.h"

/* The send WQE at the head of the queue, if libmlx4 has handed it over. */
uint8_t *sq_next(struct qp *qp)
{
	uint8_t *wqe = qp->sq + ((size_t)(qp->sq_idx & (qp->sq_cnt - 1))
				 << qp->sq_shift);
	uint32_t own = be32toh(__atomic_load_n((uint32_t *)wqe, __ATOMIC_ACQUIRE));

	return own >> 31 == !!(qp->sq_idx & qp->sq_cnt) ? wqe : NULL;
}

/* One inline segment; moves *pp behind it.  False: it is malformed. */
static bool gather_inline(uint8_t **pp, uint8_t *end, uint32_t len, struct sgl *l)
{
	uint8_t *p = *pp;

	if (!len) {			/* an SGE of length 0 */
		*pp = p + sizeof(struct mlx4_wqe_data_seg);
		return true;
	}
	if (p + 4 + len > end || !sgl_add(l, p + 4, len))
		return false;
	p += 4 + len;
	/* The next one starts at a 64 byte border, if any. */
	*pp = (uintptr_t)p & (MLX4_INLINE_ALIGN - 1) ? end : p;
	return true;
}

/* Gather the payload segments of a send WQE.  Returns a syndrome or 0. */
static int gather(struct qp *qp, uint8_t *p, uint8_t *end, struct sgl *l)
{
	while (p + sizeof(struct mlx4_wqe_inline_seg) <= end) {
		uint32_t bc = be32toh(*(uint32_t *)p);
		struct mlx4_wqe_data_seg *d = (void *)p;
		uint8_t *a;

		if (bc & MLX4_INLINE_SEG) {
			if (!gather_inline(&p, end, bc & ~(uint32_t)MLX4_INLINE_SEG, l))
				return MLX4_CQE_SYNDROME_LOCAL_QP_OP_ERR;
			continue;
		}
		a = mr_addr(qp->pd, be32toh(d->lkey), be64toh(d->addr), bc, 0);
		if (!a)
			return MLX4_CQE_SYNDROME_LOCAL_PROT_ERR;
		if (!sgl_add(l, a, bc))
			return MLX4_CQE_SYNDROME_LOCAL_QP_OP_ERR;
		p += sizeof(*d);
	}
	return 0;
}

/* What the opcode asks for.  False: nothing to send, only to complete. */
static bool understand(const struct qp *qp, struct tx *t)
{
	switch (t->op) {
	case MLX4_OPCODE_NOP:
	case MLX4_OPCODE_LOCAL_INVAL:
	case MLX4_OPCODE_BIND_MW:
		return false;
	case MLX4_OPCODE_SEND:
		t->msg.opcode = MLX4_RECV_OPCODE_SEND;
		return true;
	case MLX4_OPCODE_SEND_IMM:
		t->msg.opcode = MLX4_RECV_OPCODE_SEND_IMM;
		return true;
	case MLX4_OPCODE_SEND_INVAL:
		t->msg.opcode = MLX4_RECV_OPCODE_SEND_INVAL;
		return true;
	}
	if (qp->type == IBV_QPT_UD || !is_remote_op(t->op)) {
		t->syndrome = MLX4_CQE_SYNDROME_LOCAL_QP_OP_ERR;
		return false;
	}
	return true;
}

/* The segments between control and payload depend on QP type and opcode. */
static uint8_t *take_headers(const struct qp *qp, struct tx *t)
{
	uint8_t *p = t->body;

	if (qp->type == IBV_QPT_UD) {
		t->dg = (void *)p;
		p += sizeof(*t->dg);
	} else if (is_remote_op(t->op)) {
		t->remote = (void *)p;
		p += sizeof(*t->remote);
		if (is_atomic(t->op))
			p += sizeof(struct mlx4_wqe_atomic_seg);
	}
	return p;
}

static enum tx_result transmit(struct qp *qp, struct tx *t)
{
	struct inject *inj = &qp->inj[1];
	size_t size = t->end - t->body + sizeof(struct mlx4_wqe_ctrl_seg);

	if (unlikely(inj->count > 0)) {
		inj->count--;
		t->syndrome = inj->syndrome;
		t->vendor_err = inj->vendor_err;
		return TX_DONE;
	}
	if (t->end < t->body || size > 1u << qp->sq_shift) {
		t->syndrome = MLX4_CQE_SYNDROME_LOCAL_QP_OP_ERR;
		return TX_DONE;
	}
	if (!understand(qp, t))
		return TX_DONE;
	t->syndrome = gather(qp, take_headers(qp, t), t->end, &t->data);
	if (t->syndrome)
		return TX_DONE;
	t->msg.len = t->data.total;
	if (qp->type == IBV_QPT_UD) {
		send_ud(qp, t);
		return TX_DONE;
	}
	if (send_rc(qp, t) == TX_LATER)
		return TX_LATER;
	COUNT(rc_sent);
	t->byte_cnt = t->data.total;
	return TX_DONE;
}

static void complete(struct qp *qp, const struct tx *t, bool signaled)
{
	struct mlx4_cqe c = {
		.vlan_my_qpn = htobe32(qp->qpn),
		.byte_cnt = htobe32(t->byte_cnt),
		.wqe_index = htobe16(qp->sq_idx),
		.owner_sr_opcode = MLX4_CQE_IS_SEND_MASK | t->op,
	};

	COUNT(sq_wqes);
	if (unlikely(t->syndrome)) {	/* is reported, signaled or not */
		push_error(qp, true, qp->sq_idx, t->syndrome,
			   t->vendor_err ? t->vendor_err : vendor_of(t->syndrome));
		qp_to_err(qp, qp->type == IBV_QPT_RC ? IBV_QPS_ERR : IBV_QPS_SQE);
	} else if (signaled) {
		cq_push(qp->scq, &c, false);
	}
}

/* Execute the send WQE at qp->sq_idx. */
enum tx_result exec_wqe(struct qp *qp, uint8_t *wqe)
{
	const struct mlx4_wqe_ctrl_seg *ctrl = (void *)wqe;
	uint32_t flags = be32toh(ctrl->srcrb_flags);
	struct tx t = {
		.op = be32toh(ctrl->owner_opcode) & MLX4_CQE_OPCODE_MASK,
		.body = wqe + sizeof(*ctrl),
		.end = wqe + (ctrl->fence_size & 0x3f) * 16,
	};

	t.msg.data = &t.data;
	t.msg.imm = ctrl->imm;
	t.msg.solicited = flags & MLX4_WQE_CTRL_SOLICIT;
	if (transmit(qp, &t) == TX_LATER)
		return TX_LATER;
	complete(qp, &t, flags & MLX4_WQE_CTRL_CQ_UPDATE);
	return TX_DONE;
}
