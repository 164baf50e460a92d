/* SPDX-License-Identifier: Apache-2.0 */
/* flood.c - completions on demand, at full speed or at a rate. */
#include <string.h>

#include "../mlx4emu.h"
#include "hardware.h"

/* Template of the receive CQEs of MLX4EMU_FLOOD_CQE. */
struct mlx4_cqe flood_cqe(const struct qp *qp, uint32_t bytes)
{
	bool ud = qp->type == IBV_QPT_UD;

	return (struct mlx4_cqe){
		.vlan_my_qpn = htobe32(qp->qpn),
		.g_mlpath_rqpn = htobe32(ud ? 1u << 31 | qp->qpn : 0),
		.rlid = htobe16(port_of(qp->o.ctx->dev, 1)->lid),
		.byte_cnt = htobe32(bytes + (ud ? GRH_LEN : 0)),
		.owner_sr_opcode = MLX4_RECV_OPCODE_SEND,
	};
}

/* How many completions may the flood produce in this pass? */
static uint32_t quota(const struct flood *f)
{
	uint64_t n = BATCH * 4;

	if (f->rate) {
		double s = (now_ns() - f->t0) * 1e-9;
		uint64_t due = (uint64_t)(s * f->rate);

		due = due > f->done ? due - f->done : 0;
		n = due < n ? due : n;
	}
	if (f->count) {
		uint64_t left = f->count - f->done;

		n = left < n ? left : n;
	}
	return n;
}

static void write_cqes(struct qp *qp, uint32_t n)
{
	struct mlx4_cqe c = flood_cqe(qp, qp->flood.bytes);
	uint32_t i;

	for (i = 0; i < n; i++)
		cq_store(qp->rcq, &c);
	COUNT_N(cqes, n);
}

/* Datagrams into posted receives; the number that found one. */
static uint32_t write_datagrams(struct qp *qp, uint32_t n)
{
	static uint8_t body[PORT_MTU_BYTES];
	struct sgl l = { 1, qp->flood.bytes, { { body, qp->flood.bytes } } };
	struct mlx4_av av = { .hop_limit = 1 };
	bool ud = qp->type == IBV_QPT_UD;
	uint8_t grh[GRH_LEN];
	struct rx m = {
		.data = &l, .len = qp->flood.bytes, .ud = ud,
		.src_qpn = qp->qpn, .grh = ud ? grh : NULL,
		.opcode = MLX4_RECV_OPCODE_SEND,
		.slid = port_of(qp->o.ctx->dev, 1)->lid,
	};
	uint32_t i;

	make_grh(grh, &av, qp->o.ctx->dev, 1, m.len);
	for (i = 0; i < n; i++) {
		uint64_t v[2] = { now_ns(), qp->flood.done + i };

		memcpy(body, v, sizeof(v));
		if (rx_deliver(qp, &m) != RX_OK)
			break;
	}
	return i;
}

int flood_step(struct qp *qp)
{
	struct flood *f = &qp->flood;
	uint32_t n = quota(f), room = cq_room(qp->rcq);

	n = n < room ? n : room;
	if (f->mode == MLX4EMU_FLOOD_CQE)
		write_cqes(qp, n);
	else
		n = write_datagrams(qp, n);
	f->done += n;
	COUNT_N(flooded, n);
	if (f->count && f->done >= f->count)
		f->on = false;
	return n;
}

void flood_stop_all(void)
{
	struct qp *qp;

	lock();
	for (qp = qp_list; qp; qp = qp->next)
		qp->flood.on = false;
	unlock();
}

unsigned int floods_on(void)
{
	unsigned int n = 0;
	struct qp *qp;

	lock();
	for (qp = qp_list; qp; qp = qp->next)
		n += qp->flood.on;
	unlock();
	return n;
}

/* Its QP is being destroyed. */
void flood_end(struct qp *qp)
{
	if (!qp->flood.on)
		return;
	qp->flood.on = false;
	COUNT(floods_gone);
	warn("the flood of QP %#x ended with it, after %llu completions", qp->qpn,
	     (unsigned long long)qp->flood.done);
}
