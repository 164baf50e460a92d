/* SPDX-License-Identifier: Apache-2.0 */
/*
 * t_allocators.c - buffers from the application: when mlx4dv_set_context_attr()
 * makes libmlx4 call the allocators, with which sizes, and what goes wrong.
 */
#include <sys/mman.h>

#include "t_verbs.h"

enum { SLOTS = 64 };

static struct ibv_context *ctx;
static struct ibv_pd *pd;

/* ---- an allocator that keeps a record ---- */

static void *live[SLOTS];
static int n_alloc, n_free, n_foreign_free, refuse;
static size_t misalign, last_size;
static void *last_ptr;

static void *my_alloc(size_t size, void *data)
{
	void *p = NULL;
	int i;

	CHECK(data == (void *)0x1234);
	n_alloc++;
	last_size = size;
	if (refuse || posix_memalign(&p, 4096, size + 4096))
		return NULL;
	p = (char *)p + misalign;
	for (i = 0; i < SLOTS - 1 && live[i]; i++)
		;
	live[i] = p;
	last_ptr = p;
	return p;
}

/* The memory itself is leaked: a test looks whether it is still mapped. */
static void my_free(void *p, void *data)
{
	int i;

	CHECK(data == (void *)0x1234);
	n_free++;
	for (i = 0; i < SLOTS && live[i] != p; i++)
		;
	if (i < SLOTS)
		live[i] = NULL;
	else
		n_foreign_free++;
}

static int set_alloc(void *a, void *f)
{
	struct mlx4dv_ctx_allocators al = { a, f, (void *)0x1234 };

	return mlx4dv_set_context_attr(ctx, MLX4DV_SET_CTX_ATTR_BUF_ALLOCATORS, &al);
}

static int is_mapped(void *p)
{
	unsigned char v;

	return mincore((void *)((uintptr_t)p & ~4095ul), 4096, &v) == 0;
}

/* A new context for each case: the attribute is one of the context. */
static void open_device(void)
{
	t_emu();
	memset(live, 0, sizeof(live));
	n_alloc = n_free = n_foreign_free = refuse = 0;
	misalign = 0;
	ctx = t_open("mlx4_");
	NEED(pd = ibv_alloc_pd(ctx));
}

static void close_device(void)
{
	CHECK(!ibv_dealloc_pd(pd) && !ibv_close_device(ctx));
}

static struct ibv_cq *mk_cq(int cqe)
{
	struct ibv_cq *cq;

	NEED(cq = ibv_create_cq(ctx, cqe, NULL, NULL, 0));
	return cq;
}

/* ---- calls and sizes ---- */

static void cqs_take_a_buffer_each_and_share_a_doorbell_page(void)
{
	struct ibv_cq *cq, *cq2;

	CHECK(set_alloc(my_alloc, my_free) == 0);
	cq = mk_cq(100);
	CHECK(n_alloc == 2);	/* CQ buffer and a page of doorbell records */
	CHECK(emu_stat("last_cq_db") / 4096 * 4096 == (uintptr_t)last_ptr);
	cq2 = mk_cq(1000);
	CHECK(n_alloc == 3 && emu_stat("last_cq_buf") == (uintptr_t)last_ptr);
	CHECK(last_size == 1024 * (getenv("MLX4EMU_CQE64") ? 64 : 32));
	CHECK(!ibv_resize_cq(cq2, 2000) && cq2->cqe == 2047);
	CHECK(n_alloc == 4 && n_free == 1);
	CHECK(!ibv_destroy_cq(cq2) && !ibv_destroy_cq(cq));
	CHECK(n_alloc == n_free && !n_foreign_free, "%d %d", n_alloc, n_free);
}

static void qps_take_a_buffer_each_and_share_a_doorbell_page(void)
{
	struct ibv_cq *cq = mk_cq(100);
	struct ibv_qp *ud, *rc;

	CHECK(set_alloc(my_alloc, my_free) == 0);
	NEED(ud = t_qp(pd, cq, cq, IBV_QPT_UD, NULL, 64, 1));
	CHECK(n_alloc == 2);	/* queue buffer, page of RQ doorbells */
	NEED(rc = t_qp(pd, cq, cq, IBV_QPT_RC, NULL, 64, 1));
	CHECK(n_alloc == 3 && emu_stat("last_qp_buf") == (uintptr_t)last_ptr);
	CHECK(!ibv_destroy_qp(rc) && !ibv_destroy_qp(ud));
	CHECK(n_alloc == n_free && !n_foreign_free, "%d %d", n_alloc, n_free);
	CHECK(set_alloc(NULL, NULL) == 0);
	CHECK(!ibv_destroy_cq(cq));
}

static void srq_sizes_are_not_rounded_to_pages(void)
{
	struct ibv_srq_init_attr big = { .attr = { .max_wr = 100, .max_sge = 2 } };
	struct ibv_srq_init_attr small = { .attr = { .max_wr = 10, .max_sge = 1 } };
	struct ibv_srq *srq, *srq2;

	CHECK(set_alloc(my_alloc, my_free) == 0);
	NEED(srq = ibv_create_srq(pd, &big));
	CHECK(n_alloc == 2 && emu_stat("srqs") == 1);
	NEED(srq2 = ibv_create_srq(pd, &big));
	CHECK(n_alloc == 3 && last_size == 128 << 6);
	CHECK(!ibv_destroy_srq(srq2) && n_free == 1);
	NEED(srq2 = ibv_create_srq(pd, &small));
	CHECK(n_alloc == 4 && last_size == 512);
	CHECK(!ibv_destroy_srq(srq2) && !ibv_destroy_srq(srq));
	CHECK(n_alloc == n_free && !n_foreign_free, "%d %d", n_alloc, n_free);
}

/* ---- traps ---- */

static void one_callback_alone_is_accepted_and_ignored(void)
{
	struct ibv_cq *cq;

	CHECK(set_alloc(my_alloc, NULL) == 0);
	cq = mk_cq(10);
	CHECK(n_alloc == 0);
	CHECK(!ibv_destroy_cq(cq));
}

static void refused_memory_leaves_errno_unset(void)
{
	CHECK(set_alloc(my_alloc, my_free) == 0);
	refuse = 1;
	errno = 0;
	CHECK(!ibv_create_cq(ctx, 10, NULL, NULL, 0) && n_alloc == 1);
	CHECK(errno == 0, "%d", errno);
}

static void allocators_cleared_too_early_get_their_memory_unmapped(void)
{
	struct ibv_cq *cq;
	void *buf;

	CHECK(set_alloc(my_alloc, my_free) == 0);
	cq = mk_cq(10);
	buf = (void *)(uintptr_t)emu_stat("last_cq_buf");
	CHECK(n_alloc == 2 && is_mapped(buf));
	CHECK(set_alloc(NULL, NULL) == 0);
	CHECK(!ibv_destroy_cq(cq));
	CHECK(n_free == 0 && !is_mapped(buf));
}

static void allocators_set_too_late_get_pointers_that_are_not_theirs(void)
{
	struct ibv_cq *cq = mk_cq(10);

	CHECK(n_alloc == 0);
	CHECK(set_alloc(my_alloc, my_free) == 0);
	CHECK(!ibv_destroy_cq(cq));
	CHECK(n_foreign_free == 2);
}

static void memory_that_is_not_page_aligned_leaks_the_doorbell_page(void)
{
	uint64_t unaligned = emu_stat("unaligned_bufs");
	struct ibv_cq *cq;

	misalign = 64;
	CHECK(set_alloc(my_alloc, my_free) == 0);
	cq = mk_cq(10);
	CHECK(n_alloc == 2);
	CHECK(!ibv_destroy_cq(cq));
	CHECK(n_free == 1);
	CHECK(emu_stat("unaligned_bufs") == unaligned + 1);
}

static void an_unknown_attribute_is_refused(void)
{
	CHECK(mlx4dv_set_context_attr(ctx, 7, &misalign) == ENOTSUP);
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(cqs_take_a_buffer_each_and_share_a_doorbell_page),
		CASE(qps_take_a_buffer_each_and_share_a_doorbell_page),
		CASE(srq_sizes_are_not_rounded_to_pages),
		CASE(one_callback_alone_is_accepted_and_ignored),
		CASE(refused_memory_leaves_errno_unset),
		CASE(allocators_cleared_too_early_get_their_memory_unmapped),
		CASE(allocators_set_too_late_get_pointers_that_are_not_theirs),
		CASE(memory_that_is_not_page_aligned_leaks_the_doorbell_page),
		CASE(an_unknown_attribute_is_refused),
	};

	return T_MAIN(cases, open_device, close_device);
}
