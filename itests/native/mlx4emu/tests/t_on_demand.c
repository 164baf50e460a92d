/* SPDX-License-Identifier: Apache-2.0 */
/* t_on_demand.c - injected errors, filled CQs, floods. */
#include "../mlx4emu.h"
#include "t_data.h"

enum { FLOOD = 50000, RECEIVES = 100 };

static struct ibv_qp *a;
static struct ibv_ah *ah;
static struct ibv_wc wc;

static void open_qp(void)
{
	data_open();
	ah = mk_ah(1, NULL);
	a = mk_ud(scq, rcq, 128, 1);
}

static void close_qp(void)
{
	if (a)
		CHECK(!ibv_destroy_qp(a));
	CHECK(!ibv_destroy_ah(ah));
	data_close();
}

static void an_injected_error_ends_the_next_send(void)
{
	CHECK(!emu_inject(a->qp_num, 1, MLX4_CQE_SYNDROME_LOCAL_QP_OP_ERR, 0x42, 1));
	NEED(!ud_send(a, 1, ah, a->qp_num, QKEY, TX, 8, 0));
	EXPECT(scq, 1, IBV_WC_LOC_QP_OP_ERR);
	CHECK(wc.vendor_err == 0x42);
	CHECK(!to_state(a, IBV_QPS_RTS));
	NEED(!ud_send(a, 2, ah, a->qp_num, QKEY, TX, 8, 0));
	EXPECT_OK(scq, 2);
}

static void an_injected_error_ends_the_next_receive(void)
{
	CHECK(!emu_inject(a->qp_num, 0, MLX4_CQE_SYNDROME_LOCAL_ACCESS_ERR, 0x43, 1));
	NEED(!t_recv(a, 9, RX, 512, mr->lkey));
	NEED(!ud_send(a, 2, ah, a->qp_num, QKEY, TX, 8, 0));
	EXPECT_OK(scq, 2);
	EXPECT(rcq, 9, IBV_WC_LOC_ACCESS_ERR);
}

static void an_unknown_qp_or_counter_is_refused(void)
{
	CHECK(emu_inject(0x1fff0, 1, 1, 1, 1) == -ENOENT);
	CHECK(emu_fill(0x1fff0, 1, 1) == -ENOENT);
	CHECK(emu_flood_start(a->qp_num, 2, 1, 0, 64) == -EINVAL);
	CHECK(emu_flood_start(a->qp_num, MLX4EMU_FLOOD_RECV, 1, 0, 15) == -EINVAL);
	CHECK(emu_port_state(0, 3, IBV_PORT_DOWN) == -EINVAL);
	CHECK(emu_stat("nonsense") == ~0ull);
}

static void fill_writes_completions_at_once(void)
{
	struct ibv_wc w[64];

	CHECK(emu_fill(a->qp_num, 100, 24) == 100);
	CHECK(ibv_poll_cq(rcq, 64, w) == 64 && w[63].byte_len == 64 && !w[63].status);
	CHECK(ibv_poll_cq(rcq, 64, w) == 36);
}

static void a_flood_of_completions_has_the_wanted_number(void)
{
	struct ibv_wc w[64];
	int n, total = 0;

	CHECK(!emu_flood_start(a->qp_num, MLX4EMU_FLOOD_CQE, FLOOD, 0, 24));
	while (total < FLOOD) {
		n = ibv_poll_cq(rcq, 64, w);
		NEED(n >= 0);
		total += n;
	}
	EXPECT_NOTHING(rcq, 5);
	CHECK(emu_flood_count(a->qp_num) == FLOOD);
}

static void a_flood_of_datagrams_fills_posted_receives_in_order(void)
{
	struct ibv_wc w[64];
	int k, n, total, bad = 0;

	for (k = 0; k < RECEIVES; k++)
		NEED(!t_recv(a, k, RX + k * 256, 256, mr->lkey));
	CHECK(!emu_flood_start(a->qp_num, MLX4EMU_FLOOD_RECV, FLOOD, 0, 64));
	for (total = 0; total < FLOOD; total += n) {
		n = ibv_poll_cq(rcq, 64, w);
		NEED(n >= 0);
		for (k = 0; k < n; k++) {
			uint8_t *p = RX + w[k].wr_id * 256;

			bad += w[k].status || w[k].byte_len != 104 ||
			       *(uint64_t *)(p + 48) != (uint64_t)total + k;
			NEED(!t_recv(a, w[k].wr_id, p, 256, mr->lkey));
		}
	}
	CHECK(bad == 0, "%d bad", bad);
}

static void a_flood_goes_on_from_the_calling_thread(void)
{
	struct ibv_wc w[8];
	int k;

	emu_hold(1);
	for (k = 0; k < 9; k++)
		NEED(!t_recv(a, k, RX + k * 256, 256, mr->lkey));
	CHECK(!emu_flood_start(a->qp_num, MLX4EMU_FLOOD_RECV, 8, 0, 64));
	CHECK(emu_flood_run(a->qp_num) == 8);
	CHECK(ibv_poll_cq(rcq, 8, w) == 8);
	for (k = 0; k < 8; k++)
		CHECK(w[k].status == IBV_WC_SUCCESS && w[k].wr_id == (uint64_t)k &&
		      w[k].byte_len == 104);
	CHECK(emu_flood_run(a->qp_num) == 8, "it is over");
	CHECK(emu_flood_run(0x1fff0) == 0);
	emu_hold(0);
}

static void a_flood_without_end_is_stopped(void)
{
	CHECK(!emu_flood_start(a->qp_num, MLX4EMU_FLOOD_CQE, 0, 100000, 24));
	CHECK(t_poll(rcq, &wc, 1000) == 1);
	CHECK(!emu_flood_stop(a->qp_num));
	while (ibv_poll_cq(rcq, 1, &wc) > 0)
		;
	EXPECT_NOTHING(rcq, 20);
}

static void a_destroyed_qp_leaves_no_completions_behind(void)
{
	CHECK(emu_fill(a->qp_num, 1000, 24) == rcq->cqe);
	CHECK(!ibv_destroy_qp(a));
	a = NULL;
	CHECK(ibv_poll_cq(rcq, 1, &wc) == 0);
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(an_injected_error_ends_the_next_send),
		CASE(an_injected_error_ends_the_next_receive),
		CASE(an_unknown_qp_or_counter_is_refused),
		CASE(fill_writes_completions_at_once),
		CASE(a_flood_of_completions_has_the_wanted_number),
		CASE(a_flood_of_datagrams_fills_posted_receives_in_order),
		CASE(a_flood_goes_on_from_the_calling_thread),
		CASE(a_flood_without_end_is_stopped),
		CASE(a_destroyed_qp_leaves_no_completions_behind),
	};

	return T_MAIN(cases, open_qp, close_qp);
}
