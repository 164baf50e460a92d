/* SPDX-License-Identifier: Apache-2.0 */
/* t_queues.c - rings that wrap, queues that are flushed, shared and resized. */
#include "t_data.h"

static struct ibv_ah *ah;
static struct ibv_wc wc;

static void open_all(void)
{
	data_open();
	ah = mk_ah(1, NULL);
}

static void close_all(void)
{
	CHECK(!ibv_destroy_ah(ah));
	data_close();
}

static void expect_flushed(struct ibv_cq *cq, unsigned int first_id, int count)
{
	int i;

	for (i = 0; i < count; i++)
		EXPECT(cq, first_id + i, IBV_WC_WR_FLUSH_ERR);
	CHECK(ibv_poll_cq(cq, 1, &wc) == 0);
}

static void work_outstanding_at_the_move_to_err_comes_back_flushed(void)
{
	struct ibv_qp *a = mk_ud(scq, rcq, 32, 1);
	int i;

	emu_hold(1);
	for (i = 0; i < 5; i++) {
		NEED(!t_recv(a, 200 + i, RX, 512, mr->lkey));
		NEED(!ud_send(a, 300 + i, ah, a->qp_num, QKEY, TX, 64, 0));
	}
	CHECK(ibv_poll_cq(scq, 1, &wc) == 0 && ibv_poll_cq(rcq, 1, &wc) == 0);
	CHECK(!to_state(a, IBV_QPS_ERR));
	emu_hold(0);
	expect_flushed(scq, 300, 5);
	expect_flushed(rcq, 200, 5);
	/* Posted in ERR: flushed as well. */
	NEED(!t_recv(a, 210, RX, 512, mr->lkey));
	expect_flushed(rcq, 210, 1);
	CHECK(!ibv_destroy_qp(a));
}

/* ---- many rounds ---- */

enum { MESSAGES = 200000, DEPTH = 64, WINDOW = 32, SIGNAL_EVERY = 8 };

struct run {
	struct ibv_qp *a, *b;
	uint32_t posted, sent, done, got;
	uint64_t bad;
};

static void feed(struct run *r)
{
	for (; r->posted < MESSAGES && r->posted - r->got < DEPTH - 1; r->posted++)
		NEED(!t_recv(r->b, r->posted, RX + (r->posted % DEPTH) * 128, 128,
			     mr->lkey));
	for (; r->sent < r->posted && r->sent - r->done < WINDOW; r->sent++) {
		uint8_t *p = TX + (r->sent % DEPTH) * 64;
		bool last = r->sent % SIGNAL_EVERY == SIGNAL_EVERY - 1;

		*(uint32_t *)p = r->sent;
		NEED(!ud_send(r->a, r->sent, ah, r->b->qp_num, QKEY, p, 64,
			      last ? IBV_SEND_SIGNALED : 0));
	}
}

static void drain(struct run *r)
{
	struct ibv_wc w[32];
	int i, n;

	n = ibv_poll_cq(scq, 32, w);
	for (i = 0; i < n; i++) {
		r->bad += w[i].status != 0 ||
			  w[i].wr_id % SIGNAL_EVERY != SIGNAL_EVERY - 1;
		r->done = w[i].wr_id + 1;
	}
	n = ibv_poll_cq(rcq, 32, w);
	for (i = 0; i < n; i++, r->got++)
		r->bad += w[i].status != 0 || w[i].wr_id != r->got ||
			  *(uint32_t *)(RX + (r->got % DEPTH) * 128 + 40) != r->got;
}

static void all_rings_wrap_and_the_order_is_kept(void)
{
	struct run r = { .a = mk_ud(scq, rcq, DEPTH, 0), .b = mk_ud(scq, rcq, DEPTH, 0) };
	uint64_t end = t_ns() + 60000000000ull;

	while (r.got < MESSAGES && t_ns() < end) {
		feed(&r);
		drain(&r);
	}
	CHECK(r.got == MESSAGES && !r.bad, "%u messages, %llu bad", r.got,
	      (unsigned long long)r.bad);
	CHECK(!ibv_destroy_qp(r.a) && !ibv_destroy_qp(r.b));
}

/* ---- SRQ ---- */

static void post_srq(struct ibv_srq *srq, int slot)
{
	struct ibv_sge s = { (uintptr_t)RX + slot * 256, 256, mr->lkey };
	struct ibv_recv_wr w = { .wr_id = 1000 + slot, .sg_list = &s, .num_sge = 1 };
	struct ibv_recv_wr *bad;

	NEED(!ibv_post_srq_recv(srq, &w, &bad));
}

/* Every second slot, from the first one on, has arrived here in order. */
static int bad_slots(struct ibv_cq *cq, int first, uint32_t qpn)
{
	int i, bad = 0;

	for (i = first; i < 20; i += 2)
		bad += t_poll(cq, &wc, 500) != 1 || wc.status ||
		       wc.wr_id != 1000u + i || wc.qp_num != qpn ||
		       RX[i * 256 + 40] != i;
	return bad;
}

/* b has another receive CQ, and that one is polled first: so WQEs come back to
 * the SRQ in another order than they were used. */
static void an_srq_serves_two_qps_and_gets_its_wqes_back_out_of_order(void)
{
	struct ibv_srq_init_attr sa = { .attr = { .max_wr = 31, .max_sge = 2 } };
	struct ibv_srq *srq = ibv_create_srq(pd, &sa);
	struct ibv_cq *cq2 = ibv_create_cq(ctx, 63, NULL, NULL, 0);
	struct ibv_qp *a, *b;
	int i, round, bad = 0;

	NEED(srq && cq2);
	NEED(a = t_qp(pd, scq, rcq, IBV_QPT_UD, srq, 32, 1));
	NEED(b = t_qp(pd, scq, cq2, IBV_QPT_UD, srq, 32, 1));
	NEED(!t_ud_up(a, 1, QKEY) && !t_ud_up(b, 1, QKEY));
	for (round = 0; round < 50; round++) {
		for (i = 0; i < 20; i++)
			post_srq(srq, i);
		for (i = 0; i < 20; i++) {
			TX[0] = i;
			NEED(!ud_send(a, i, ah, i & 1 ? a->qp_num : b->qp_num, QKEY, TX,
				      50, 0));
			bad += t_poll(scq, &wc, 500) != 1 || wc.status;
		}
		bad += bad_slots(cq2, 0, b->qp_num) + bad_slots(rcq, 1, a->qp_num);
	}
	CHECK(!bad, "%d", bad);
	CHECK(!ibv_destroy_qp(a) && !ibv_destroy_qp(b) && !ibv_destroy_srq(srq) &&
	      !ibv_destroy_cq(cq2));
}

/* ---- other forms of CQs ---- */

static void the_extended_cq_reports_the_same(void)
{
	struct ibv_cq_init_attr_ex ca = { .cqe = 31, .wc_flags = IBV_WC_STANDARD_FLAGS };
	struct ibv_poll_cq_attr pa = { 0 };
	struct ibv_cq_ex *cqx;
	struct ibv_qp *a;
	int n = 0;

	NEED(cqx = ibv_create_cq_ex(ctx, &ca));
	a = mk_ud(ibv_cq_ex_to_cq(cqx), ibv_cq_ex_to_cq(cqx), 64, 1);
	CHECK(emu_fill(a->qp_num, 20, 24) == 20);
	CHECK(ibv_start_poll(cqx, &pa) == 0);
	do {
		CHECK(cqx->status == IBV_WC_SUCCESS && ibv_wc_read_opcode(cqx) == IBV_WC_RECV &&
		      ibv_wc_read_byte_len(cqx) == 64 &&
		      ibv_wc_read_qp_num(cqx) == a->qp_num);
		n++;
	} while (ibv_next_poll(cqx) == 0);
	ibv_end_poll(cqx);
	CHECK(n == 20);
	CHECK(!ibv_destroy_qp(a) && !ibv_destroy_cq(ibv_cq_ex_to_cq(cqx)));
}

static void a_resize_keeps_what_is_pending(void)
{
	struct ibv_cq *cq = ibv_create_cq(ctx, 31, NULL, NULL, 0);
	struct ibv_wc w[64];
	struct ibv_qp *a;
	int n;

	NEED(cq);
	a = mk_ud(cq, cq, 64, 1);
	CHECK(emu_fill(a->qp_num, 20, 24) == 20);
	CHECK(!ibv_resize_cq(cq, 100) && cq->cqe == 127);
	CHECK(emu_fill(a->qp_num, 30, 60) == 30);
	CHECK(ibv_poll_cq(cq, 64, w) == 50 && w[19].byte_len == 64 && w[20].byte_len == 100);
	for (n = 0; n < 20; n++)
		CHECK(emu_fill(a->qp_num, 60, 24) == 60 && ibv_poll_cq(cq, 64, w) == 60);
	CHECK(!ibv_destroy_qp(a) && !ibv_destroy_cq(cq));
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(work_outstanding_at_the_move_to_err_comes_back_flushed),
		CASE(all_rings_wrap_and_the_order_is_kept),
		CASE(an_srq_serves_two_qps_and_gets_its_wqes_back_out_of_order),
		CASE(the_extended_cq_reports_the_same),
		CASE(a_resize_keeps_what_is_pending),
	};

	return T_MAIN(cases, open_all, close_all);
}
