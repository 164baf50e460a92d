/* SPDX-License-Identifier: Apache-2.0 */
/* t_memlock.c - the limit of locked memory.  Run with MLX4EMU_MEMLOCK=1. */
#include <sys/resource.h>

#include "t_data.h"

static struct rlimit before;

/* What is registered already, and so many KiB more. */
static void leave_room(unsigned int kib)
{
	struct rlimit l = before;

	l.rlim_cur = emu_stat("pinned_pages") * 4096 + kib * 1024ul;
	NEED(!setrlimit(RLIMIT_MEMLOCK, &l));
}

static void open_limited(void)
{
	data_open();
	NEED(!getrlimit(RLIMIT_MEMLOCK, &before));
	leave_room(64);
}

static void close_limited(void)
{
	NEED(!setrlimit(RLIMIT_MEMLOCK, &before));
	data_close();
	CHECK(emu_stat("pinned_pages") == 0);
}

static bool may_register(size_t kib)
{
	struct ibv_mr *m;

	errno = 0;
	m = ibv_reg_mr(pd, mem, kib * 1024, IBV_ACCESS_LOCAL_WRITE);
	if (m)
		CHECK(!ibv_dereg_mr(m));
	else
		CHECK(errno == ENOMEM, "errno %d", errno);
	return m != NULL;
}

static void memory_is_registered_up_to_the_limit(void)
{
	CHECK(may_register(64));
	CHECK(!may_register(68));
	CHECK(may_register(64), "a refusal counts nothing");
}

static void whole_pages_count(void)
{
	struct ibv_mr *two;
	uint64_t pages = emu_stat("pinned_pages");

	NEED(two = ibv_reg_mr(pd, mem + 4095, 2, IBV_ACCESS_LOCAL_WRITE));
	CHECK(emu_stat("pinned_pages") == pages + 2);
	CHECK(!may_register(60) && may_register(56));
	CHECK(!ibv_dereg_mr(two));
}

static void a_cq_is_refused_and_one_that_fits_is_not(void)
{
	struct ibv_cq *cq;

	errno = 0;
	CHECK(!ibv_create_cq(ctx, 4095, NULL, NULL, 0) && errno == ENOMEM);
	NEED(cq = ibv_create_cq(ctx, 127, NULL, NULL, 0));
	CHECK(ibv_resize_cq(cq, 4095) == ENOMEM && cq->cqe == 127);
	CHECK(!ibv_resize_cq(cq, 255) && cq->cqe == 255);
	CHECK(!ibv_destroy_cq(cq));
}

static void so_are_queue_pairs_and_shared_receive_queues(void)
{
	struct ibv_srq_init_attr a = { .attr = { .max_wr = 8000, .max_sge = 1 } };
	struct ibv_srq *srq;
	struct ibv_qp *qp;

	errno = 0;
	CHECK(!t_qp(pd, scq, rcq, IBV_QPT_UD, NULL, 1000, 1) && errno == ENOMEM);
	NEED(qp = t_qp(pd, scq, rcq, IBV_QPT_UD, NULL, 16, 1));
	CHECK(!ibv_destroy_qp(qp));
	errno = 0;
	CHECK(!ibv_create_srq(pd, &a) && errno == ENOMEM);
	a.attr.max_wr = 16;
	NEED(srq = ibv_create_srq(pd, &a));
	CHECK(!ibv_destroy_srq(srq));
	CHECK(emu_stat("qps") == 0 && emu_stat("srqs") == 0);
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(memory_is_registered_up_to_the_limit),
		CASE(whole_pages_count),
		CASE(a_cq_is_refused_and_one_that_fits_is_not),
		CASE(so_are_queue_pairs_and_shared_receive_queues),
	};

	return T_MAIN(cases, open_limited, close_limited);
}
