/* SPDX-License-Identifier: Apache-2.0 */
/*
 * t_wq_range.c - MLX4DV_SET_CTX_ATTR_LOG_WQS_RANGE_SZ: what libmlx4 makes of it,
 * and what the driver behind it makes of that.
 */
#include "t_verbs.h"

static struct ibv_context *ctx;
static struct ibv_pd *pd;
static struct ibv_cq *cq;

static void open_device(void)
{
	t_emu();
	ctx = t_open("mlx4_");
	NEED(pd = ibv_alloc_pd(ctx));
	NEED(cq = ibv_create_cq(ctx, 10, NULL, NULL, 0));
}

static void close_device(void)
{
	CHECK(!ibv_destroy_cq(cq) && !ibv_dealloc_pd(pd) && !ibv_close_device(ctx));
	CHECK(emu_stat("wqs") == 0);
}

static int set_log(uint8_t v)
{
	return mlx4dv_set_context_attr(ctx, MLX4DV_SET_CTX_ATTR_LOG_WQS_RANGE_SZ, &v);
}

static struct ibv_wq *try_wq(void)
{
	struct ibv_wq_init_attr a = { .wq_type = IBV_WQT_RQ, .max_wr = 16,
				      .max_sge = 1, .pd = pd, .cq = cq };

	errno = 0;
	return ibv_create_wq(ctx, &a);
}

static struct ibv_wq *mk_wq(void)
{
	struct ibv_wq *wq;

	NEED(wq = try_wq());
	return wq;
}

#define REFUSED(with) (!try_wq() && errno == (with))

static void without_the_attribute_the_range_is_one(void)
{
	struct ibv_wq *wq = mk_wq();

	CHECK(emu_stat("last_wq_log_range") == 0);
	CHECK(!ibv_destroy_wq(wq));
}

static void a_range_is_aligned_consecutive_and_asked_for_once(void)
{
	struct ibv_wq *w[4];
	struct ibv_rwq_ind_table_init_attr ta = { .log_ind_tbl_size = 2, .ind_tbl = w };
	struct ibv_rwq_ind_table *t;
	struct ibv_wq *before = mk_wq();	/* takes the first number */
	int i;

	CHECK(set_log(2) == 0);
	for (i = 0; i < 4; i++) {
		w[i] = mk_wq();
		CHECK(emu_stat("last_wq_log_range") == (i ? 0 : 2));
		CHECK(w[i]->wq_num == w[0]->wq_num + i && w[0]->wq_num % 4 == 0);
	}
	NEED(t = ibv_create_rwq_ind_table(ctx, &ta));
	CHECK(ibv_destroy_wq(w[0]) == EBUSY && ibv_destroy_wq(w[3]) == EBUSY);
	CHECK(!ibv_destroy_rwq_ind_table(t));
	for (i = 0; i < 4; i++)
		CHECK(!ibv_destroy_wq(w[i]));
	CHECK(!ibv_destroy_wq(before));
}

static void a_new_range_while_one_is_open_is_refused_and_the_value_stays(void)
{
	struct ibv_wq *first, *second;

	CHECK(set_log(2) == 0);
	first = mk_wq();
	CHECK(set_log(2) == 0);
	CHECK(REFUSED(EINVAL));
	CHECK(REFUSED(EINVAL), "libmlx4 keeps the refused value");
	CHECK(set_log(0) == 0);
	second = mk_wq();
	CHECK(second->wq_num == first->wq_num + 1);
	CHECK(!ibv_destroy_wq(first) && !ibv_destroy_wq(second));
}

static void a_creation_that_the_device_fails_leaves_the_value(void)
{
	struct ibv_wq *wq;

	CHECK(set_log(1) == 0 && emu_fail_wq(EIO) == 0);
	CHECK(REFUSED(EIO) && emu_stat("last_wq_log_range") == 1);
	wq = mk_wq();
	CHECK(emu_stat("last_wq_log_range") == 1);
	CHECK(!ibv_destroy_wq(wq));
}

static void libmlx4_takes_any_value_and_the_driver_refuses_it(void)
{
	struct ibv_wq *wq;

	CHECK(set_log(255) == 0);
	CHECK(REFUSED(EOPNOTSUPP));
	CHECK(REFUSED(EOPNOTSUPP), "sticky until overwritten");
	CHECK(set_log(8) == 0);
	CHECK(REFUSED(EOPNOTSUPP));
	CHECK(set_log(7) == 0);
	wq = mk_wq();
	CHECK(!ibv_destroy_wq(wq));
}

static int to_wq_state(struct ibv_wq *wq, enum ibv_wq_state s)
{
	struct ibv_wq_attr a = { .attr_mask = IBV_WQ_ATTR_STATE, .wq_state = s };

	return ibv_modify_wq(wq, &a);
}

static void an_unready_wq_cannot_fail_and_a_failed_one_not_be_ready(void)
{
	struct ibv_wq *wq = mk_wq();

	CHECK(to_wq_state(wq, IBV_WQS_ERR) == EINVAL);
	CHECK(!to_wq_state(wq, IBV_WQS_RDY) && !to_wq_state(wq, IBV_WQS_ERR));
	CHECK(to_wq_state(wq, IBV_WQS_RDY) == EINVAL);
	CHECK(!to_wq_state(wq, IBV_WQS_RESET) && !to_wq_state(wq, IBV_WQS_RDY));
	CHECK(!ibv_destroy_wq(wq));
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(without_the_attribute_the_range_is_one),
		CASE(a_range_is_aligned_consecutive_and_asked_for_once),
		CASE(a_new_range_while_one_is_open_is_refused_and_the_value_stays),
		CASE(a_creation_that_the_device_fails_leaves_the_value),
		CASE(an_unready_wq_cannot_fail_and_a_failed_one_not_be_ready),
		CASE(libmlx4_takes_any_value_and_the_driver_refuses_it),
	};

	return T_MAIN(cases, open_device, close_device);
}
