/* SPDX-License-Identifier: Apache-2.0 */
/*
 * t_strict.c - MLX4EMU_STRICT=1: what a card would not forgive is noticed.  The
 * rules are broken behind libmlx4's back, which keeps them.
 */
#include "t_data.h"

static struct ibv_ah *ah;
static struct ibv_qp *qp;
static struct ibv_wc wc;
static struct mlx4dv_qp vqp;
static struct mlx4dv_cq vcq;

static void open_all(void)
{
	struct mlx4dv_obj o;

	data_open();
	ah = mk_ah(1, NULL);
	qp = mk_ud(scq, rcq, 16, 1);
	o.qp.in = qp;
	o.qp.out = &vqp;
	o.cq.in = rcq;
	o.cq.out = &vcq;
	NEED(!mlx4dv_init_obj(&o, MLX4DV_OBJ_QP | MLX4DV_OBJ_CQ));
}

static void close_all(void)
{
	CHECK(!ibv_destroy_qp(qp) && !ibv_destroy_ah(ah));
	data_close();
}

/* Message k into buffer k; its receive stays in the queue. */
static void pass(int k)
{
	NEED(!ud_send(qp, k, ah, qp->qp_num, QKEY, TX, 64, 0));
	EXPECT_OK(scq, k);
}

static uint64_t complaints(void)
{
	return emu_stat("strict_doorbells") + emu_stat("strict_lists") +
	       emu_stat("strict_consumers");
}

static void who_keeps_the_rules_hears_nothing(void)
{
	int round;

	/* More than 65536 receives: the counter of the doorbell goes round. */
	for (round = 0; round < 70000; round++) {
		NEED(!t_recv(qp, round, RX, 512, mr->lkey));
		if (round == 30000)
			CHECK(!ibv_resize_cq(rcq, 600));
		pass(round);
		EXPECT_OK(rcq, round);
	}
	CHECK(complaints() == 0, "%d", (int)complaints());
}

/* No rule of the card, but of libmlx4: see README.md. */
static void a_cq_of_mlx4dv_is_not_cleaned_of_a_dead_qp(void)
{
	struct ibv_qp *other = mk_ud(scq, rcq, 16, 1);
	int k;

	for (k = 0; k < 2; k++) {
		NEED(!t_recv(k ? qp : other, k, RX, 512, mr->lkey));
		NEED(!ud_send(qp, k, ah, (k ? qp : other)->qp_num, QKEY, TX, 64, 0));
		EXPECT_OK(scq, k);
	}
	CHECK(!ibv_destroy_qp(other));
	/* CQ_POLL_ERR, and the entry is gone; the next one is whole. */
	CHECK(ibv_poll_cq(rcq, 1, &wc) == -2);
	EXPECT_OK(rcq, 1);
	CHECK(complaints() == 0);
}

static void a_receive_doorbell_that_is_not_masked_is_told(void)
{
	NEED(!t_recv(qp, 1, RX, 512, mr->lkey));
	*vqp.rdb |= htobe32(0x10000);
	pass(1);
	EXPECT_OK(rcq, 1);
	CHECK(emu_stat("strict_doorbells") == 1 && complaints() == 1);
}

static void a_scatter_list_without_its_end_is_told(void)
{
	struct mlx4_wqe_data_seg *s =
		(void *)((uint8_t *)vqp.buf.buf + vqp.rq.offset);
	uint64_t before = complaints();

	emu_hold(1);
	NEED(!t_recv(qp, 1, RX, 512, mr->lkey));
	CHECK(be32toh(s[1].lkey) == MLX4_INVALID_LKEY);
	s[1].lkey = 0;
	emu_hold(0);
	pass(1);
	EXPECT_OK(rcq, 1);
	CHECK(emu_stat("strict_lists") == 1 && complaints() == before + 1);
}

static void a_consumer_index_that_goes_back_is_told(void)
{
	uint64_t before = complaints();
	int k;

	for (k = 0; k < 4; k++) {
		NEED(!t_recv(qp, k, RX, 512, mr->lkey));
		pass(k);
		EXPECT_OK(rcq, k);
	}
	CHECK(complaints() == before);
	*vcq.set_ci_db = htobe32(1);
	NEED(!t_recv(qp, 5, RX, 512, mr->lkey));
	pass(5);
	CHECK(emu_stat("strict_consumers") == 1 && complaints() == before + 1);
	EXPECT_OK(rcq, 5);
}

static void a_consumer_index_beyond_the_producers_is_told(void)
{
	uint64_t before = complaints();

	*vcq.set_ci_db = htobe32(9);
	NEED(!t_recv(qp, 5, RX, 512, mr->lkey));
	pass(5);
	CHECK(emu_stat("strict_consumers") == 2 && complaints() == before + 1);
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(who_keeps_the_rules_hears_nothing),
		CASE(a_cq_of_mlx4dv_is_not_cleaned_of_a_dead_qp),
		CASE(a_receive_doorbell_that_is_not_masked_is_told),
		CASE(a_scatter_list_without_its_end_is_told),
		CASE(a_consumer_index_that_goes_back_is_told),
		CASE(a_consumer_index_beyond_the_producers_is_told),
	};

	return T_MAIN(cases, open_all, close_all);
}
