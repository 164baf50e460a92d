/* SPDX-License-Identifier: Apache-2.0 */
/* t_rc.c - reliable connections: messages, RDMA, atomics, and their failures. */
#include "t_async.h"
#include "t_data.h"

enum { FOR_EVER = 7 };
static struct ibv_qp *a, *b;
static struct ibv_wc wc;

static void connect_pair(int rnr_retry)
{
	NEED(!t_rc_up(a, b->qp_num, 1, rnr_retry));
	NEED(!t_rc_up(b, a->qp_num, 1, rnr_retry));
}

static void open_pair(void)
{
	data_open();
	NEED(a = t_qp(pd, scq, rcq, IBV_QPT_RC, NULL, 32, 0));
	NEED(b = t_qp(pd, scq, rcq, IBV_QPT_RC, NULL, 32, 0));
	connect_pair(FOR_EVER);
}

static void reconnect(int rnr_retry)
{
	NEED(!to_state(a, IBV_QPS_RESET) && !to_state(b, IBV_QPS_RESET));
	connect_pair(rnr_retry);
}

static void close_pair(void)
{
	CHECK(!ibv_destroy_qp(a) && !ibv_destroy_qp(b));
	data_close();
}

static void rdma(enum ibv_wr_opcode op, uint64_t id, uint32_t len, uint32_t rkey)
{
	struct ibv_sge s = { (uintptr_t)TX, len, mr->lkey };
	struct ibv_send_wr w = { .wr_id = id, .sg_list = &s, .num_sge = 1,
		.send_flags = IBV_SEND_SIGNALED, .opcode = op,
		.imm_data = htobe32(42),
		.wr.rdma = { (uintptr_t)RX, rkey } };

	NEED(!send_raw(a, &w));
}

static void a_long_message_arrives(void)
{
	pattern(TX, 100000, 3);
	NEED(!t_recv(b, 10, RX, 200000, mr->lkey));
	NEED(!rc_send(a, 1, TX, 100000, IBV_SEND_SIGNALED));
	EXPECT_OK(scq, 1);
	CHECK(wc.opcode == IBV_WC_SEND);
	EXPECT_OK(rcq, 10);
	CHECK(wc.opcode == IBV_WC_RECV && wc.byte_len == 100000 &&
	      wc.qp_num == b->qp_num && wc.wc_flags == 0);
	CHECK(!memcmp(RX, TX, 100000));
}

static void rdma_write_and_read_move_bytes(void)
{
	pattern(TX, 4096, 4);
	rdma(IBV_WR_RDMA_WRITE, 2, 4096, mr->rkey);
	EXPECT_OK(scq, 2);
	CHECK(wc.opcode == IBV_WC_RDMA_WRITE && !memcmp(RX, TX, 4096));
	memset(TX, 0, 4096);
	rdma(IBV_WR_RDMA_READ, 3, 4096, mr->rkey);
	EXPECT_OK(scq, 3);
	CHECK(wc.opcode == IBV_WC_RDMA_READ && wc.byte_len == 4096);
	CHECK(!memcmp(RX, TX, 4096));
}

static void a_write_with_immediate_takes_a_receive(void)
{
	NEED(!t_recv(b, 11, RX, 0, mr->lkey));
	rdma(IBV_WR_RDMA_WRITE_WITH_IMM, 4, 4096, mr->rkey);
	EXPECT_OK(scq, 4);
	EXPECT_OK(rcq, 11);
	CHECK(wc.opcode == IBV_WC_RECV_RDMA_WITH_IMM && wc.imm_data == htobe32(42));
}

static void atomics_return_the_old_value(void)
{
	uint64_t *counter = (uint64_t *)(RX + 65536), *old = (uint64_t *)TX;
	struct ibv_sge s = { (uintptr_t)TX, 8, mr->lkey };
	struct ibv_send_wr w = { .wr_id = 5, .sg_list = &s, .num_sge = 1,
		.send_flags = IBV_SEND_SIGNALED,
		.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD };

	w.wr.atomic.remote_addr = (uintptr_t)counter;
	w.wr.atomic.rkey = mr->rkey;
	w.wr.atomic.compare_add = 3;
	*counter = 5;
	NEED(!send_raw(a, &w));
	EXPECT_OK(scq, 5);
	CHECK(wc.opcode == IBV_WC_FETCH_ADD && *counter == 8 && *old == 5);
	w.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
	w.wr.atomic.compare_add = 8;
	w.wr.atomic.swap = 99;
	NEED(!send_raw(a, &w));
	EXPECT_OK(scq, 5);
	CHECK(*counter == 99 && *old == 8);
	NEED(!send_raw(a, &w));			/* no longer 8: nothing is stored */
	EXPECT_OK(scq, 5);
	CHECK(*counter == 99 && *old == 99);
}

static void a_send_waits_for_a_receive_with_endless_rnr_retries(void)
{
	NEED(!rc_send(a, 3, TX, 64, IBV_SEND_SIGNALED));
	EXPECT_NOTHING(scq, 30);
	NEED(!t_recv(b, 12, RX, 64, mr->lkey));
	EXPECT_OK(scq, 3);
	EXPECT_OK(rcq, 12);
}

static void a_receive_that_is_too_small_fails_on_both_sides(void)
{
	NEED(!t_recv(b, 13, RX, 63, mr->lkey));
	NEED(!rc_send(a, 4, TX, 64, 0));
	EXPECT(rcq, 13, IBV_WC_LOC_LEN_ERR);
	EXPECT(scq, 4, IBV_WC_REM_INV_REQ_ERR);
	CHECK(state_of(a) == IBV_QPS_ERR && state_of(b) == IBV_QPS_ERR);
}

static void a_wrong_rkey_is_refused_and_reset_heals(void)
{
	rdma(IBV_WR_RDMA_WRITE, 6, 64, mr->rkey + 1);
	EXPECT(scq, 6, IBV_WC_REM_ACCESS_ERR);
	CHECK(state_of(a) == IBV_QPS_ERR && state_of(b) == IBV_QPS_ERR);
	reconnect(FOR_EVER);
	rdma(IBV_WR_RDMA_WRITE, 7, 64, mr->rkey);
	EXPECT_OK(scq, 7);
}

static void rnr_retries_end(void)
{
	reconnect(1);
	NEED(!rc_send(a, 5, TX, 64, 0));
	EXPECT(scq, 5, IBV_WC_RNR_RETRY_EXC_ERR);
}

/* A write that had to wait must not use up the time of the next one. */
static void each_message_has_its_own_rnr_time(void)
{
	/* Code 31: 491 ms, times two; MLX4EMU_MAX_RETRY_MS makes it 500. */
	struct ibv_qp_attr slow = { .min_rnr_timer = 31 };

	reconnect(1);
	NEED(!ibv_modify_qp(b, &slow, IBV_QP_MIN_RNR_TIMER));
	rdma(IBV_WR_RDMA_WRITE_WITH_IMM, 8, 64, mr->rkey);
	EXPECT_NOTHING(scq, 20);
	NEED(!t_recv(b, 14, RX, 64, mr->lkey));
	EXPECT_OK(scq, 8);
	EXPECT_OK(rcq, 14);
	EXPECT_NOTHING(scq, 600);
	rdma(IBV_WR_RDMA_WRITE_WITH_IMM, 9, 64, mr->rkey);
	EXPECT_NOTHING(scq, 20);
	NEED(!t_recv(b, 15, RX, 64, mr->lkey));
	EXPECT_OK(scq, 9);
	EXPECT_OK(rcq, 15);
}

static void transport_retries_end_when_the_peer_is_gone(void)
{
	NEED(!to_state(b, IBV_QPS_RESET));
	NEED(!rc_send(a, 6, TX, 64, 0));
	EXPECT(scq, 6, IBV_WC_RETRY_EXC_ERR);
}

static void a_qp_that_cannot_send_yet_is_told_of_its_first_message(void)
{
	struct ibv_async_event e;
	int i;

	NEED(!to_state(b, IBV_QPS_RESET) && !t_rc_to_rtr(b, a->qp_num, 1));
	for (i = 0; i < 2; i++) {
		NEED(!t_recv(b, 10 + i, RX, 512, mr->lkey));
		NEED(!rc_send(a, i, TX, 8, IBV_SEND_SIGNALED));
		EXPECT_OK(rcq, 10 + i);
		EXPECT_OK(scq, i);
	}
	e = t_next_event(ctx);
	CHECK(e.event_type == IBV_EVENT_COMM_EST && e.element.qp == b);
	CHECK(t_silent(ctx), "once");
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(a_long_message_arrives),
		CASE(rdma_write_and_read_move_bytes),
		CASE(a_write_with_immediate_takes_a_receive),
		CASE(atomics_return_the_old_value),
		CASE(a_send_waits_for_a_receive_with_endless_rnr_retries),
		CASE(a_receive_that_is_too_small_fails_on_both_sides),
		CASE(a_wrong_rkey_is_refused_and_reset_heals),
		CASE(rnr_retries_end),
		CASE(each_message_has_its_own_rnr_time),
		CASE(a_qp_that_cannot_send_yet_is_told_of_its_first_message),
		CASE(transport_retries_end_when_the_peer_is_gone),
	};

	return T_MAIN(cases, open_pair, close_pair);
}
