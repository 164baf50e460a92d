/* SPDX-License-Identifier: Apache-2.0 */
/*
 * completions.c - what a program in C does with completions: the yardstick of the
 * bench, called once for a whole round.  Public interfaces only (verbs.h).
 *
 * Every completion is folded into a sum that depends on their order:
 *   h = rotl(h, 5) ^ (wr_id + (status << 48) + (byte_len << 32))
 */
#define _GNU_SOURCE
#include <infiniband/verbs.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>

enum { LARGEST_BATCH = 64, PORT = 1, QKEY = 0x1234 };

/* A queue pair for datagrams with a buffer for each of its receives; wr_id: its index. */
struct twin {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *sends, *cq;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	uint8_t *buffers;
	struct ibv_recv_wr *wrs;
	struct ibv_sge *sges;
};

static inline uint64_t fold(uint64_t h, const struct ibv_wc *wc)
{
	return (h << 5 | h >> 59) ^
	       (wc->wr_id + ((uint64_t)wc->status << 48) + ((uint64_t)wc->byte_len << 32));
}

int twin_pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set);
}

static struct ibv_context *open_first(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *ctx = list && list[0] ? ibv_open_device(list[0]) : NULL;

	if (list)
		ibv_free_device_list(list);
	return ctx;
}

static int up(struct ibv_qp *qp)
{
	struct ibv_qp_attr a = { .qp_state = IBV_QPS_INIT, .port_num = PORT, .qkey = QKEY };

	if (ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY))
		return -1;
	a.qp_state = IBV_QPS_RTR;
	if (ibv_modify_qp(qp, &a, IBV_QP_STATE))
		return -1;
	a.qp_state = IBV_QPS_RTS;
	return ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_SQ_PSN);
}

static int make(struct twin *t, int entries, int receives, size_t bytes_each)
{
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = 1, .max_recv_wr = receives,
			 .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_UD,
	};
	size_t bytes = bytes_each * receives;

	t->ctx = open_first();
	t->pd = t->ctx ? ibv_alloc_pd(t->ctx) : NULL;
	t->sends = t->pd ? ibv_create_cq(t->ctx, 1, NULL, NULL, 0) : NULL;
	t->cq = t->sends ? ibv_create_cq(t->ctx, entries, NULL, NULL, 0) : NULL;
	t->buffers = aligned_alloc(4096, (bytes + 4095) & ~(size_t)4095);
	t->wrs = calloc(receives, sizeof(*t->wrs));
	t->sges = calloc(receives, sizeof(*t->sges));
	if (!t->cq || !t->buffers || !t->wrs || !t->sges)
		return -1;
	init.send_cq = t->sends;
	init.recv_cq = t->cq;
	t->mr = ibv_reg_mr(t->pd, t->buffers, bytes, IBV_ACCESS_LOCAL_WRITE);
	t->qp = t->mr ? ibv_create_qp(t->pd, &init) : NULL;
	return t->qp ? up(t->qp) : -1;
}

static int post_all(struct twin *t, int receives, uint32_t bytes_each)
{
	struct ibv_recv_wr *bad;
	int i;

	for (i = 0; i < receives; i++) {
		t->sges[i] = (struct ibv_sge){
			.addr = (uintptr_t)t->buffers + (size_t)i * bytes_each,
			.length = bytes_each, .lkey = t->mr->lkey,
		};
		t->wrs[i] = (struct ibv_recv_wr){
			.wr_id = i, .sg_list = &t->sges[i], .num_sge = 1,
			.next = i + 1 < receives ? &t->wrs[i + 1] : NULL,
		};
	}
	return ibv_post_recv(t->qp, t->wrs, &bad);
}

/* Lives as long as the process. NULL: something is missing. */
struct twin *twin_open(int entries, int receives, int bytes_each)
{
	struct twin *t = calloc(1, sizeof(*t));

	if (t && !make(t, entries, receives, bytes_each) && !post_all(t, receives, bytes_each))
		return t;
	return NULL;
}

uint32_t twin_number(const struct twin *t)
{
	return t->qp->qp_num;
}

/* Takes n completions, at most 'batch' with one call. How many, or the negative answer. */
int64_t twin_take(struct twin *t, int64_t n, int batch, uint64_t *sum)
{
	struct ibv_wc wc[LARGEST_BATCH];
	uint64_t h = *sum;
	int64_t got = 0;

	while (got < n) {
		int i, r = ibv_poll_cq(t->cq, batch, wc);

		if (r < 0)
			return r;
		for (i = 0; i < r; i++)
			h = fold(h, &wc[i]);
		got += r;
	}
	*sum = h;
	return got;
}

/* The same, and posts the receives of a batch again with one call. */
int64_t twin_take_and_post(struct twin *t, int64_t n, int batch, uint64_t *sum)
{
	struct ibv_recv_wr *bad;
	struct ibv_wc wc[LARGEST_BATCH];
	uint64_t h = *sum;
	int64_t got = 0;

	while (got < n) {
		int i, r = ibv_poll_cq(t->cq, batch, wc);

		if (r < 0)
			return r;
		for (i = 0; i < r; i++) {
			h = fold(h, &wc[i]);
			t->wrs[wc[i].wr_id].next = i + 1 < r ? &t->wrs[wc[i + 1].wr_id] : NULL;
		}
		if (r && ibv_post_recv(t->qp, &t->wrs[wc[0].wr_id], &bad))
			return -1;
		got += r;
	}
	*sum = h;
	return got;
}

/* Polls n times; what was found. */
int64_t twin_poll_empty(struct twin *t, int64_t n, int batch)
{
	struct ibv_wc wc[LARGEST_BATCH];
	int64_t i, found = 0;

	for (i = 0; i < n; i++)
		found += ibv_poll_cq(t->cq, batch, wc);
	return found;
}

/* Independent work that fills every slot of a core: it gets slower as soon as another
   thread of the core works, while code that waits for memory or fences hardly does. */
uint64_t twin_dense(int64_t n)
{
	uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
	int64_t i;

	for (i = 0; i < n; i++) {
		a += 3, b ^= 5, c -= 7, d += 9, e ^= 11, f -= 13;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
	}
	return a ^ b ^ c ^ d ^ e ^ f;
}
