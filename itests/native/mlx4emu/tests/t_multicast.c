/* SPDX-License-Identifier: Apache-2.0 */
/* t_multicast.c - one datagram, many receivers. */
#include "t_data.h"

enum { QPS = 4 };
static const union ibv_gid mgid = { .raw = { 0xff, 0x12, 0x40, 0x1b, 0xff, 0xff,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 5 } };
static struct ibv_qp *q[QPS];
static struct ibv_ah *ah;
static struct ibv_wc wc;

/* All but the last are members. */
static void open_group(void)
{
	int i;

	data_open();
	ah = mk_ah(0xc001, &mgid);
	pattern(TX, 256, 9);
	for (i = 0; i < QPS; i++) {
		q[i] = mk_ud(scq, rcq, 16, 1);
		NEED(!t_recv(q[i], 100 + i, RX + i * 4096, 4096, mr->lkey));
		if (i < QPS - 1)
			NEED(!ibv_attach_mcast(q[i], &mgid, 0xc001));
	}
}

static void close_group(void)
{
	int i;

	for (i = 0; i < QPS; i++) {
		ibv_detach_mcast(q[i], &mgid, 0xc001);
		CHECK(!ibv_destroy_qp(q[i]));
	}
	CHECK(emu_stat("mcast_attached") == 0);
	CHECK(!ibv_destroy_ah(ah));
	data_close();
}

/* Send from this QP; the set of those that get a copy, as bits. */
static int reached_from(int sender)
{
	int i, seen = 0;

	NEED(!ud_send(q[sender], 1, ah, 0xffffff, QKEY, TX, 256, 0));
	EXPECT_OK(scq, 1);
	while (t_poll(rcq, &wc, 50) == 1) {
		i = wc.wr_id - 100;
		CHECK(!(seen & 1 << i), "a second copy for %d", i);
		seen |= 1 << i;
		CHECK(!wc.status && wc.byte_len == 296 && (wc.wc_flags & IBV_WC_GRH) &&
		      wc.src_qp == q[sender]->qp_num && wc.qp_num == q[i]->qp_num);
		CHECK(!memcmp(RX + i * 4096 + 40, TX, 256) &&
		      !memcmp(RX + i * 4096 + 24, &mgid, 16));
	}
	return seen;
}

static void each_member_gets_one_copy_the_sender_too(void)
{
	CHECK(reached_from(0) == 7);
}

static void a_sender_need_not_be_a_member(void)
{
	CHECK(reached_from(3) == 7);
}

static void attaching_twice_gives_no_second_copy(void)
{
	CHECK(!ibv_attach_mcast(q[1], &mgid, 0xc001));
	CHECK(emu_stat("mcast_attached") == 3);
	CHECK(reached_from(0) == 7);
}

static void who_is_detached_gets_no_more(void)
{
	CHECK(!ibv_detach_mcast(q[1], &mgid, 0xc001));
	CHECK(reached_from(3) == 5);
}

static void a_sender_can_block_its_own_copy(void)
{
	struct ibv_qp_init_attr_ex x = {
		.send_cq = scq, .recv_cq = rcq, .qp_type = IBV_QPT_UD, .sq_sig_all = 1,
		.cap = { 16, 16, 1, 1, 0 }, .pd = pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS,
		.create_flags = IBV_QP_CREATE_BLOCK_SELF_MCAST_LB,
	};

	NEED(!ibv_destroy_qp(q[3]) && (q[3] = ibv_create_qp_ex(ctx, &x)));
	NEED(!t_ud_up(q[3], 1, QKEY) && !ibv_attach_mcast(q[3], &mgid, 0xc001));
	NEED(!t_recv(q[3], 103, RX + 3 * 4096, 4096, mr->lkey));
	CHECK(reached_from(3) == 7);
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(each_member_gets_one_copy_the_sender_too),
		CASE(a_sender_need_not_be_a_member),
		CASE(attaching_twice_gives_no_second_copy),
		CASE(who_is_detached_gets_no_more),
		CASE(a_sender_can_block_its_own_copy),
	};

	return T_MAIN(cases, open_group, close_group);
}
