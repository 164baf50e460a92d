/* SPDX-License-Identifier: Apache-2.0 */
/* receive.c - a message arrives at a QP. */
#include "hardware.h"

bool can_receive(const struct qp *qp)
{
	return ctx_works(qp->o.ctx) &&
	       (qp->state == IBV_QPS_RTR || qp->state == IBV_QPS_RTS ||
		qp->state == IBV_QPS_SQD || qp->state == IBV_QPS_SQE);
}

void push_recv(struct qp *qp, uint16_t index, const struct rx *m,
	       uint32_t byte_len)
{
	struct mlx4_cqe c = {
		.vlan_my_qpn = htobe32(qp->qpn),
		.immed_rss_invalid = m->opcode == MLX4_RECV_OPCODE_SEND ?
					     0 /* pkey index 0 */ : m->imm,
		.g_mlpath_rqpn = htobe32((m->grh ? 1u << 31 : 0) |
					 (m->ud ? m->src_qpn : 0)),
		.sl_vid = htobe16(m->sl << 12),
		.rlid = htobe16(m->slid),
		.byte_cnt = htobe32(byte_len),
		.wqe_index = htobe16(index),
		.owner_sr_opcode = m->opcode,
	};

	cq_push(qp->rcq, &c, m->solicited);
}

/* The receive WQE fails, and the QP with it. */
static void fail(struct qp *qp, uint16_t index, int syndrome, int vendor_err)
{
	rq_advance(qp);
	push_error(qp, false, index, syndrome, vendor_err);
	qp_to_err(qp, IBV_QPS_ERR);
}

/* The memory a receive WQE scatters to; false if a segment is not allowed. */
static bool scatter_list(struct qp *qp, const struct mlx4_wqe_data_seg *seg,
			 unsigned int nseg, struct sgl *dst)
{
	unsigned int i;

	for (i = 0; i < nseg; i++) {
		uint32_t len = be32toh(seg[i].byte_count);
		uint32_t key = be32toh(seg[i].lkey);
		uint8_t *p;

		if (key == MLX4_INVALID_LKEY)	/* the end of a shorter list */
			break;
		strict_segment(qp, key, len);
		if (!len)
			continue;
		p = mr_addr(qp->pd, key, be64toh(seg[i].addr), len,
			    IBV_ACCESS_LOCAL_WRITE);
		if (!p)
			return false;
		sgl_add(dst, p, len);
	}
	return true;
}

enum rx_result rx_deliver(struct qp *qp, const struct rx *m)
{
	const struct mlx4_wqe_data_seg *seg;
	/* UD leaves room for a GRH even if the message has none. */
	uint32_t head = m->ud ? GRH_LEN : 0;
	struct inject *inj = &qp->inj[0];
	unsigned int nseg = 0;
	uint16_t index = 0;
	struct sgl dst;

	sgl_empty(&dst);
	seg = rq_next(qp, &nseg, &index);
	if (!seg)
		return RX_NO_WQE;
	if (unlikely(inj->count > 0)) {
		inj->count--;
		fail(qp, index, inj->syndrome, inj->vendor_err);
		return RX_INJECTED;
	}
	if (!scatter_list(qp, seg, nseg, &dst)) {
		fail(qp, index, MLX4_CQE_SYNDROME_LOCAL_PROT_ERR, VE_PROT);
		return RX_PROT;
	}
	if (head + m->len > dst.total) {
		fail(qp, index, MLX4_CQE_SYNDROME_LOCAL_LENGTH_ERR, VE_LEN);
		return RX_LEN;
	}
	if (m->grh) {
		struct sgl g;

		sgl_empty(&g);
		sgl_add(&g, (uint8_t *)m->grh, GRH_LEN);
		sgl_copy(&dst, 0, &g, 0, GRH_LEN);
	}
	sgl_copy(&dst, head, m->data, 0, m->len);
	rq_advance(qp);
	push_recv(qp, index, m, head + m->len);
	return RX_OK;
}
