/* SPDX-License-Identifier: Apache-2.0 */
/* t_data.h - what the tests of the data plane start from: one context with two
 * CQs and one registered region, new for each case. */
#ifndef T_DATA_H
#define T_DATA_H

#include "t_verbs.h"

#define QKEY 0x1234
#define TX (mem)
#define RX (mem + (1 << 19))

static struct ibv_context *ctx;
static struct ibv_pd *pd;
static struct ibv_cq *scq, *rcq;
static struct ibv_mr *mr;
static uint8_t mem[1 << 20] __attribute__((aligned(4096)));

static inline void data_open(void)
{
	t_emu();
	ctx = t_open("mlx4_");
	NEED(pd = ibv_alloc_pd(ctx));
	NEED(scq = ibv_create_cq(ctx, 255, NULL, NULL, 0));
	NEED(rcq = ibv_create_cq(ctx, 255, NULL, NULL, 0));
	NEED(mr = ibv_reg_mr(pd, mem, sizeof(mem), IBV_ACCESS_LOCAL_WRITE |
			     IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
			     IBV_ACCESS_REMOTE_ATOMIC));
}

/* Fails if a case has left an object behind. */
static inline void data_close(void)
{
	CHECK(!ibv_destroy_cq(scq) && !ibv_destroy_cq(rcq) && !ibv_dereg_mr(mr) &&
	      !ibv_dealloc_pd(pd) && !ibv_close_device(ctx));
}

static inline int send_raw(struct ibv_qp *qp, struct ibv_send_wr *w)
{
	struct ibv_send_wr *bad;

	return ibv_post_send(qp, w, &bad);
}

static inline int ud_send(struct ibv_qp *qp, uint64_t id, struct ibv_ah *ah,
			  uint32_t dqpn, uint32_t qkey, void *p, uint32_t len,
			  int flags)
{
	struct ibv_sge s = { (uintptr_t)p, len, mr->lkey };
	struct ibv_send_wr w = { .wr_id = id, .sg_list = &s, .num_sge = 1,
		.opcode = IBV_WR_SEND, .send_flags = flags,
		.wr.ud = { ah, dqpn, qkey } };

	return send_raw(qp, &w);
}

static inline int rc_send(struct ibv_qp *qp, uint64_t id, void *p, uint32_t len,
			  int flags)
{
	struct ibv_sge s = { (uintptr_t)p, len, mr->lkey };
	struct ibv_send_wr w = { .wr_id = id, .sg_list = &s, .num_sge = 1,
		.opcode = IBV_WR_SEND, .send_flags = flags };

	return send_raw(qp, &w);
}

static inline void pattern(uint8_t *p, int n, int seed)
{
	int i;

	for (i = 0; i < n; i++)
		p[i] = i * 7 + seed;
}

static inline struct ibv_ah *mk_ah(uint16_t dlid, const union ibv_gid *dgid)
{
	struct ibv_ah_attr a = { .dlid = dlid, .port_num = 1, .sl = 3 };
	struct ibv_ah *ah;

	if (dgid) {
		a.is_global = 1;
		a.grh.dgid = *dgid;
		a.grh.hop_limit = 9;
		a.grh.traffic_class = 0x20;
		a.grh.flow_label = 0x12345;
	}
	NEED(ah = ibv_create_ah(pd, &a));
	return ah;
}

static inline struct ibv_qp *mk_ud(struct ibv_cq *s, struct ibv_cq *r, int depth,
				   int sig_all)
{
	struct ibv_qp *qp;

	NEED(qp = t_qp(pd, s, r, IBV_QPT_UD, NULL, depth, sig_all));
	NEED(!t_ud_up(qp, 1, QKEY));
	return qp;
}

static inline enum ibv_qp_state state_of(struct ibv_qp *qp)
{
	struct ibv_qp_attr a;
	struct ibv_qp_init_attr ia;

	NEED(!ibv_query_qp(qp, &a, IBV_QP_STATE, &ia));
	return a.qp_state;
}

static inline int to_state(struct ibv_qp *qp, enum ibv_qp_state s)
{
	struct ibv_qp_attr a = { .qp_state = s };

	return ibv_modify_qp(qp, &a, IBV_QP_STATE);
}

/* The next completion has this id and status. */
#define EXPECT(cq, id, st)						\
	CHECK(t_poll(cq, &wc, 1000) == 1 && wc.wr_id == (uint64_t)(id) &&	\
	      wc.status == (st), "wr_id %d status %d", (int)wc.wr_id, wc.status)
#define EXPECT_OK(cq, id)	EXPECT(cq, id, IBV_WC_SUCCESS)
#define EXPECT_NOTHING(cq, ms)	CHECK(!t_poll(cq, &wc, ms))

#endif /* T_DATA_H */
