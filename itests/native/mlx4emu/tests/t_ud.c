/* SPDX-License-Identifier: Apache-2.0 */
/* t_ud.c - datagrams between two QPs of one device. */
#include "t_data.h"

static struct ibv_qp *a, *b;
static struct ibv_ah *ah;
static struct ibv_wc wc;

static void open_pair(void)
{
	data_open();
	a = mk_ud(scq, rcq, 32, 0);
	b = mk_ud(scq, rcq, 32, 0);
	ah = mk_ah(1, NULL);
	pattern(TX, 512, 1);
	memset(RX, 0xaa, 1024);
}

static void close_pair(void)
{
	CHECK(!ibv_destroy_qp(a) && !ibv_destroy_qp(b) && !ibv_destroy_ah(ah));
	data_close();
}

static void a_datagram_without_grh_leaves_the_first_40_bytes_alone(void)
{
	NEED(!t_recv(b, 77, RX, 1024, mr->lkey));
	NEED(!ud_send(a, 55, ah, b->qp_num, QKEY, TX, 300, IBV_SEND_SIGNALED));
	EXPECT_OK(scq, 55);
	CHECK(wc.opcode == IBV_WC_SEND && wc.qp_num == a->qp_num);
	EXPECT_OK(rcq, 77);
	CHECK(wc.opcode == IBV_WC_RECV && wc.byte_len == 340);
	CHECK(wc.qp_num == b->qp_num && wc.src_qp == a->qp_num);
	CHECK(wc.wc_flags == 0 && wc.slid == 1 && wc.sl == 3 && wc.pkey_index == 0 &&
	      wc.dlid_path_bits == 0);
	CHECK(!memcmp(RX + 40, TX, 300) && RX[340] == 0xaa && RX[0] == 0xaa);
}

static void grh_immediate_and_inline_segments_arrive(void)
{
	struct ibv_sge s[3] = { { (uintptr_t)TX, 10, 0 }, { (uintptr_t)TX + 10, 100, 0 },
				{ (uintptr_t)TX + 110, 57, 0 } };
	struct ibv_send_wr w = { .wr_id = 56, .sg_list = s, .num_sge = 3,
		.opcode = IBV_WR_SEND_WITH_IMM, .imm_data = htobe32(0xcafe1234),
		.send_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE };
	union ibv_gid gid;
	struct ibv_ah *ahg;

	NEED(!ibv_query_gid(ctx, 1, 0, &gid));
	ahg = mk_ah(1, &gid);
	w.wr.ud.ah = ahg;
	w.wr.ud.remote_qpn = b->qp_num;
	w.wr.ud.remote_qkey = QKEY;
	NEED(!t_recv(b, 78, RX, 1024, mr->lkey));
	NEED(!send_raw(a, &w));
	EXPECT_OK(scq, 56);
	EXPECT_OK(rcq, 78);
	CHECK(wc.byte_len == 207 && wc.wc_flags == (IBV_WC_GRH | IBV_WC_WITH_IMM) &&
	      wc.imm_data == htobe32(0xcafe1234));
	CHECK(!memcmp(RX + 40, TX, 167));
	CHECK(RX[0] == 0x62 && RX[6] == 0x1b && RX[7] == 9 && !memcmp(RX + 24, &gid, 16) &&
	      !memcmp(RX + 8, &gid, 16));
	CHECK(!ibv_destroy_ah(ahg));
}

static void expect_lost(struct ibv_ah *to, uint32_t qpn, uint32_t qkey)
{
	NEED(!ud_send(a, 1, to, qpn, qkey, TX, 64, IBV_SEND_SIGNALED));
	EXPECT_OK(scq, 1);
	EXPECT_NOTHING(rcq, 20);
}

static void what_cannot_be_delivered_is_lost_without_an_error(void)
{
	struct ibv_ah *nobody = mk_ah(0x77, NULL);
	uint64_t dropped = emu_stat("ud_dropped");

	expect_lost(ah, b->qp_num, QKEY);		/* no receive posted */
	NEED(!t_recv(b, 79, RX, 1024, mr->lkey));
	expect_lost(ah, b->qp_num, QKEY + 1);
	expect_lost(ah, 0x1fff0, QKEY);
	expect_lost(nobody, b->qp_num, QKEY);
	CHECK(!emu_port_state(0, 1, IBV_PORT_DOWN));
	expect_lost(ah, b->qp_num, QKEY);
	CHECK(!emu_port_state(0, 1, IBV_PORT_ACTIVE));
	CHECK(emu_stat("ud_dropped") - dropped == 5);
	CHECK(!ibv_destroy_ah(nobody));
}

static void a_send_above_the_mtu_fails_and_the_queue_recovers_from_sqe(void)
{
	NEED(!t_recv(b, 79, RX, 1024, mr->lkey));
	/* Not signaled, but an error is always reported. */
	NEED(!ud_send(a, 90, ah, b->qp_num, QKEY, TX, 4097, 0));
	NEED(!ud_send(a, 91, ah, b->qp_num, QKEY, TX, 64, 0));
	EXPECT(scq, 90, IBV_WC_LOC_LEN_ERR);
	CHECK(wc.qp_num == a->qp_num && wc.vendor_err);
	CHECK(wc.opcode == (enum ibv_wc_opcode)0xeeeeeeee && wc.byte_len == 0xeeeeeeee,
	      "libmlx4 leaves opcode and byte_len alone in a failed wc");
	EXPECT(scq, 91, IBV_WC_WR_FLUSH_ERR);
	CHECK(state_of(a) == IBV_QPS_SQE);
	CHECK(!to_state(a, IBV_QPS_RTS));
	NEED(!ud_send(a, 92, ah, b->qp_num, QKEY, TX, 4, IBV_SEND_SIGNALED));
	EXPECT_OK(scq, 92);
	EXPECT_OK(rcq, 79);
	CHECK(wc.byte_len == 44);
}

static void a_receive_that_is_too_small_fails_and_the_rest_is_flushed(void)
{
	NEED(!t_recv(b, 80, RX, 100, mr->lkey) && !t_recv(b, 81, RX, 100, mr->lkey));
	NEED(!ud_send(a, 93, ah, b->qp_num, QKEY, TX, 61, IBV_SEND_SIGNALED));
	EXPECT_OK(scq, 93);
	EXPECT(rcq, 80, IBV_WC_LOC_LEN_ERR);
	EXPECT(rcq, 81, IBV_WC_WR_FLUSH_ERR);
	CHECK(state_of(b) == IBV_QPS_ERR);
}

static void expect_refused(struct ibv_sge s)
{
	struct ibv_send_wr w = { .wr_id = 94, .sg_list = &s, .num_sge = 1,
		.opcode = IBV_WR_SEND, .wr.ud = { ah, b->qp_num, QKEY } };

	NEED(!send_raw(a, &w));
	EXPECT(scq, 94, IBV_WC_LOC_PROT_ERR);
	CHECK(!to_state(a, IBV_QPS_RTS));
}

static void memory_that_is_not_covered_by_the_key_is_a_protection_error(void)
{
	struct ibv_pd *other_pd = ibv_alloc_pd(ctx);
	struct ibv_mr *other;

	NEED(other_pd && (other = ibv_reg_mr(other_pd, mem, 4096, 0)));
	expect_refused((struct ibv_sge){ (uintptr_t)TX, 8, 0xdead00 });
	expect_refused((struct ibv_sge){ (uintptr_t)TX, 8, other->lkey });
	expect_refused((struct ibv_sge){ (uintptr_t)TX - 1, 8, mr->lkey });
	expect_refused((struct ibv_sge){ (uintptr_t)TX + sizeof(mem) - 7, 8, mr->lkey });
	CHECK(!ibv_dereg_mr(other) && !ibv_dealloc_pd(other_pd));
}

static void receive_memory_that_may_not_be_written_is_a_protection_error(void)
{
	struct ibv_mr *read_only;

	NEED(read_only = ibv_reg_mr(pd, mem, sizeof(mem), 0));
	NEED(!t_recv(b, 82, RX, 1024, read_only->lkey));
	NEED(!ud_send(a, 95, ah, b->qp_num, QKEY, TX, 8, IBV_SEND_SIGNALED));
	EXPECT_OK(scq, 95);
	EXPECT(rcq, 82, IBV_WC_LOC_PROT_ERR);
	CHECK(RX[40] == 0xaa);
	CHECK(!ibv_dereg_mr(read_only));
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(a_datagram_without_grh_leaves_the_first_40_bytes_alone),
		CASE(grh_immediate_and_inline_segments_arrive),
		CASE(what_cannot_be_delivered_is_lost_without_an_error),
		CASE(a_send_above_the_mtu_fails_and_the_queue_recovers_from_sqe),
		CASE(a_receive_that_is_too_small_fails_and_the_rest_is_flushed),
		CASE(memory_that_is_not_covered_by_the_key_is_a_protection_error),
		CASE(receive_memory_that_may_not_be_written_is_a_protection_error),
	};

	return T_MAIN(cases, open_pair, close_pair);
}
