/* SPDX-License-Identifier: Apache-2.0 */
/* remote.c - RDMA writes, RDMA reads and atomics at the memory of the peer. */
#include "hardware.h"

bool is_atomic(uint8_t op)
{
	return op == MLX4_OPCODE_ATOMIC_CS || op == MLX4_OPCODE_ATOMIC_FA;
}

bool is_remote_op(uint8_t op)
{
	return op == MLX4_OPCODE_RDMA_WRITE || op == MLX4_OPCODE_RDMA_WRITE_IMM ||
	       op == MLX4_OPCODE_RDMA_READ || is_atomic(op);
}

static uint32_t access_needed(uint8_t op)
{
	if (op == MLX4_OPCODE_RDMA_READ)
		return IBV_ACCESS_REMOTE_READ;
	return is_atomic(op) ? IBV_ACCESS_REMOTE_ATOMIC : IBV_ACCESS_REMOTE_WRITE;
}

static void do_atomic(const struct tx *t, uint64_t *target)
{
	const struct mlx4_wqe_atomic_seg *as = (const void *)(t->remote + 1);
	uint64_t old, swp = be64toh(as->swap_add);
	struct sgl o = { 1, 8, { { (uint8_t *)&old, 8 } } };

	if (t->op == MLX4_OPCODE_ATOMIC_FA) {
		old = __atomic_fetch_add(target, swp, __ATOMIC_SEQ_CST);
	} else {
		old = be64toh(as->compare);
		__atomic_compare_exchange_n(target, &old, swp, false,
					    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	}
	sgl_copy(&t->data, 0, &o, 0, 8);
}

/* Needs a receive WQE, but puts no data into it. */
static enum rx_result write_imm(struct qp *dst, struct tx *t,
				const struct sgl *target)
{
	unsigned int nseg;
	uint16_t index;

	if (!rq_next(dst, &nseg, &index))
		return RX_NO_WQE;
	sgl_copy(target, 0, &t->data, 0, target->total);
	rq_advance(dst);
	t->msg.opcode = MLX4_RECV_OPCODE_RDMA_WRITE_IMM;
	push_recv(dst, index, &t->msg, target->total);
	return RX_OK;
}

enum rx_result remote_access(struct qp *dst, struct tx *t)
{
	const struct mlx4_wqe_raddr_seg *ra = t->remote;
	uint32_t need = access_needed(t->op);
	uint64_t len = is_atomic(t->op) ? 8 : t->data.total;
	uint8_t *p = (void *)1;		/* no bytes: key and address do not matter */

	if (len)
		p = mr_addr(dst->pd, be32toh(ra->rkey), be64toh(ra->raddr), len, need);
	if (!p || !(dst->attr.qp_access_flags & need) ||
	    (is_atomic(t->op) && ((uintptr_t)p & 7)))
		return RX_PROT;

	struct sgl target = { 1, len, { { p, len } } };

	if (is_atomic(t->op))
		do_atomic(t, (uint64_t *)p);
	else if (t->op == MLX4_OPCODE_RDMA_READ)
		sgl_copy(&t->data, 0, &target, 0, len);
	else if (t->op == MLX4_OPCODE_RDMA_WRITE_IMM)
		return write_imm(dst, t, &target);
	else
		sgl_copy(&target, 0, &t->data, 0, len);
	return RX_OK;
}
