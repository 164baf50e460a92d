/* SPDX-License-Identifier: Apache-2.0 */
/*
 * send_rc.c - messages of connected QPs (RC and UC): the peer, retries, and what
 * the sender learns of a failure.  TX_LATER asks for the same WQE to be tried
 * again in a later pass.
 */
#include "hardware.h"

/* InfiniBand's RNR NAK timer codes, in microseconds. */
static const uint32_t rnr_us[32] = {
	655360, 10, 20, 30, 40, 60, 80, 120, 160, 240, 320, 480, 640, 960, 1280,
	1920, 2560, 3840, 5120, 7680, 10240, 15360, 20480, 30720, 40960, 61440,
	81920, 122880, 163840, 245760, 327680, 491520,
};

/* The first call sets the deadline; true when a later one finds it passed. */
static bool retries_over(struct qp *qp, uint64_t budget_us)
{
	uint64_t now = now_ns(), cap = cfg.max_retry_ms * 1000ull;

	if (!qp->retry_at) {
		if (budget_us > cap)
			budget_us = cap;
		qp->retry_at = now + budget_us * 1000;
		return false;
	}
	if (now < qp->retry_at)
		return false;
	qp->retry_at = 0;
	return true;
}

/* The other end of the connection, if it is reachable and points back at us. */
static struct qp *find_peer(const struct qp *qp)
{
	const struct ib_uverbs_modify_qp *a = &qp->attr;
	int ddev = lid_to_dev(a->dest.dlid);
	struct qp *dst = qp_find(a->dest_qp_num);

	if (!dst || ddev < 0 || dst->o.ctx->dev != ddev || dst->type != qp->type ||
	    !can_receive(dst) || dst->attr.dest_qp_num != qp->qpn ||
	    !port_exists(a->port_num) ||
	    !port_is_active(qp->o.ctx->dev, a->port_num))
		return NULL;
	return dst;
}

/* No answer from the peer.  The ACK timeout is 4.096 us * 2^timeout. */
static enum tx_result no_answer(struct qp *qp, struct tx *t)
{
	const struct ib_uverbs_modify_qp *a = &qp->attr;

	if (qp->type != IBV_QPT_RC)
		return TX_DONE;		/* UC: lost */
	if (!a->timeout || !retries_over(qp, (uint64_t)(4.096 *
			(1u << (a->timeout & 31)) * (a->retry_cnt + 1))))
		return TX_LATER;
	t->syndrome = MLX4_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR;
	return TX_DONE;
}

/* The peer has posted no receive.  An rnr_retry of 7 means for ever. */
static enum tx_result not_ready(struct qp *qp, const struct qp *dst, struct tx *t)
{
	const struct ib_uverbs_modify_qp *a = &qp->attr;

	if (qp->type != IBV_QPT_RC)
		return TX_DONE;
	COUNT(rnr_waits);
	if (a->rnr_retry == 7 ||
	    !retries_over(qp, (uint64_t)rnr_us[dst->attr.min_rnr_timer & 31] *
				      (a->rnr_retry + 1)))
		return TX_LATER;
	t->syndrome = MLX4_CQE_SYNDROME_RNR_RETRY_EXC_ERR;
	return TX_DONE;
}

static enum tx_result send_remote(struct qp *qp, struct qp *dst, struct tx *t)
{
	switch (remote_access(dst, t)) {
	case RX_OK:
		qp->retry_at = 0;
		return TX_DONE;
	case RX_NO_WQE:
		return not_ready(qp, dst, t);
	default:
		qp_to_err(dst, IBV_QPS_ERR);
		async_event(&dst->o, IBV_EVENT_QP_ACCESS_ERR);
		t->syndrome = MLX4_CQE_SYNDROME_REMOTE_ACCESS_ERR;
		return TX_DONE;
	}
}

static enum tx_result send_message(struct qp *qp, struct qp *dst, struct tx *t)
{
	bool rc = qp->type == IBV_QPT_RC;

	switch (rx_deliver(dst, &t->msg)) {
	case RX_OK:
		qp->retry_at = 0;
		COUNT(rc_delivered);
		break;
	case RX_NO_WQE:
		return not_ready(qp, dst, t);
	case RX_LEN:
		if (rc)
			t->syndrome = MLX4_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR;
		break;
	case RX_PROT:
	case RX_INJECTED:
		if (rc)
			t->syndrome = MLX4_CQE_SYNDROME_REMOTE_OP_ERR;
		break;
	}
	return TX_DONE;
}

/* A QP is told of the first message that comes before it may send itself. */
static void note_first(struct qp *dst)
{
	if (dst->established || dst->state != IBV_QPS_RTR)
		return;
	dst->established = true;
	async_event(&dst->o, IBV_EVENT_COMM_EST);
}

enum tx_result send_rc(struct qp *qp, struct tx *t)
{
	struct qp *dst;

	if (t->msg.len > MAX_MSG) {
		t->syndrome = MLX4_CQE_SYNDROME_LOCAL_LENGTH_ERR;
		return TX_DONE;
	}
	dst = find_peer(qp);
	if (!dst)
		return no_answer(qp, t);
	note_first(dst);
	t->msg.slid = port_of(qp->o.ctx->dev, qp->attr.port_num)->lid;
	t->msg.sl = qp->attr.dest.sl;
	return t->remote ? send_remote(qp, dst, t) : send_message(qp, dst, t);
}
