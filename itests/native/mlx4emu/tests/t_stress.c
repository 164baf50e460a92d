/* SPDX-License-Identifier: Apache-2.0 */
/*
 * t_stress.c - many threads make, use and destroy objects at the same time;
 * traffic between two devices; a context closed with everything left in it.
 * Run with MLX4EMU_DEVICES=2.
 */
#include <pthread.h>

#include "t_verbs.h"

enum { THREADS = 4, ROUNDS = 300, MSGS = 40, RECV_ID = 1000 };
static struct ibv_context *ctx[2];
static int errors;

/* ---- one thread ---- */

struct worker {
	long id;
	uint16_t lid;
	uint8_t *mem;
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_mr *mr;
	struct ibv_cq *cq;
	struct ibv_qp *ud, *rc;
	struct ibv_ah *ah;
	int bad;
};

static bool make_queues(struct worker *w)
{
	struct ibv_ah_attr aa = { .dlid = w->lid, .port_num = 1 };

	w->cq = ibv_create_cq(w->ctx, 4 * MSGS, NULL, NULL, 0);
	w->ud = t_qp(w->pd, w->cq, w->cq, IBV_QPT_UD, NULL, 2 * MSGS, 1);
	w->rc = t_qp(w->pd, w->cq, w->cq, IBV_QPT_RC, NULL, 2 * MSGS, 1);
	w->ah = ibv_create_ah(w->pd, &aa);
	return w->cq && w->ud && w->rc && w->ah && !t_ud_up(w->ud, 1, w->id + 1) &&
	       !t_rc_up(w->rc, w->rc->qp_num, w->lid, 7);
}

/* Each QP sends to itself. */
static void post_message(struct worker *w, int i)
{
	struct ibv_qp *qp = i & 1 ? w->ud : w->rc;
	struct ibv_sge s = { (uintptr_t)w->mem, 64, w->mr->lkey };
	struct ibv_send_wr wr = { .wr_id = i, .sg_list = &s, .num_sge = 1,
				  .opcode = IBV_WR_SEND }, *bw;

	if (qp == w->ud) {
		wr.wr.ud.ah = w->ah;
		wr.wr.ud.remote_qpn = qp->qp_num;
		wr.wr.ud.remote_qkey = w->id + 1;
	}
	w->bad += t_recv(qp, RECV_ID + i, w->mem + 4096 + i * 128, 128, w->mr->lkey);
	w->bad += ibv_post_send(qp, &wr, &bw);
}

static void collect(struct worker *w, int batch)
{
	int k, got, n = 0, sends = 0, recvs = 0;
	uint64_t end = t_ns() + 5000000000ull;
	struct ibv_wc wc[16];

	while (n < 2 * MSGS && t_ns() < end) {
		got = ibv_poll_cq(w->cq, batch, wc);
		for (k = 0; k < got; k++) {
			w->bad += wc[k].status != 0;
			if (wc[k].wr_id >= RECV_ID)
				recvs++;
			else
				sends++;
		}
		n += got;
	}
	w->bad += sends != MSGS || recvs != MSGS;
}

static void destroy_queues(struct worker *w, int leftovers)
{
	struct ibv_wc wc;

	/* Leave some completions behind for the clean-up of libmlx4. */
	emu_fill(w->ud->qp_num, leftovers, 8);
	ibv_destroy_ah(w->ah);
	w->bad += !!ibv_destroy_qp(w->ud) + !!ibv_destroy_qp(w->rc);
	w->bad += ibv_poll_cq(w->cq, 1, &wc) != 0;
	w->bad += !!ibv_destroy_cq(w->cq);
}

static void *work(void *arg)
{
	struct worker w = { .id = (long)arg };
	int r, i;

	w.ctx = ctx[w.id & 1];
	w.lid = 1 + (w.id & 1) * 2;
	w.mem = aligned_alloc(4096, 65536);
	w.pd = ibv_alloc_pd(w.ctx);
	w.mr = ibv_reg_mr(w.pd, w.mem, 65536, IBV_ACCESS_LOCAL_WRITE);
	for (r = 0; r < ROUNDS; r++) {
		if (!make_queues(&w)) {
			w.bad++;
			break;
		}
		for (i = 0; i < MSGS; i++)
			post_message(&w, i);
		collect(&w, r % 16 + 1);
		destroy_queues(&w, r % 50);
	}
	w.bad += !!ibv_dereg_mr(w.mr) + !!ibv_dealloc_pd(w.pd);
	free(w.mem);
	__atomic_fetch_add(&errors, w.bad, __ATOMIC_SEQ_CST);
	return NULL;
}

/* ---- cases ---- */

static void open_both(void)
{
	t_emu();
	ctx[0] = t_open("mlx4_0");
	ctx[1] = t_open("mlx4_1");
}

static void close_both(void)
{
	CHECK(!ibv_close_device(ctx[0]) && !ibv_close_device(ctx[1]));
	CHECK(emu_stat("qps") == 0 && emu_stat("cqs") == 0 && emu_stat("mrs") == 0 &&
	      emu_stat("pds") == 0 && emu_stat("contexts") == 0);
}

static void threads_that_make_use_and_destroy_do_not_disturb_each_other(void)
{
	pthread_t t[THREADS];
	long i;

	for (i = 0; i < THREADS; i++)
		NEED(!pthread_create(&t[i], NULL, work, (void *)i));
	for (i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	CHECK(!errors, "%d errors", errors);
	CHECK(emu_stat("qps") == 0 && emu_stat("cqs") == 0 && emu_stat("mrs") == 0);
}

/* What is made here is left to ibv_close_device(). */
static void a_message_crosses_devices_and_close_frees_what_is_left(void)
{
	static const char text[] = "from device 0 to device 1";
	static uint8_t mem[8192] __attribute__((aligned(4096)));
	struct ibv_pd *pd[2];
	struct ibv_mr *mr[2];
	struct ibv_cq *cq[2];
	struct ibv_qp *qp[2];
	struct ibv_wc wc;
	int i;

	for (i = 0; i < 2; i++) {
		NEED(pd[i] = ibv_alloc_pd(ctx[i]));
		NEED(mr[i] = ibv_reg_mr(pd[i], mem + i * 4096, 4096, IBV_ACCESS_LOCAL_WRITE));
		NEED(cq[i] = ibv_create_cq(ctx[i], 10, NULL, NULL, 0));
		NEED(qp[i] = t_qp(pd[i], cq[i], cq[i], IBV_QPT_RC, NULL, 10, 1));
	}
	NEED(!t_rc_up(qp[0], qp[1]->qp_num, 3, 7) && !t_rc_up(qp[1], qp[0]->qp_num, 1, 7));
	memcpy(mem, text, sizeof(text));
	NEED(!t_recv(qp[1], 5, mem + 4096, 4096, mr[1]->lkey));
	struct ibv_sge s = { (uintptr_t)mem, sizeof(text), mr[0]->lkey };
	struct ibv_send_wr w = { .wr_id = 4, .sg_list = &s, .num_sge = 1,
				 .opcode = IBV_WR_SEND }, *bw;
	NEED(!ibv_post_send(qp[0], &w, &bw));
	CHECK(t_poll(cq[0], &wc, 500) == 1 && wc.wr_id == 4 && !wc.status);
	CHECK(t_poll(cq[1], &wc, 500) == 1 && wc.wr_id == 5 && !wc.status &&
	      wc.byte_len == sizeof(text) && wc.slid == 1);
	CHECK(!memcmp(mem + 4096, text, sizeof(text)));
	CHECK(emu_stat("qps") == 2 && emu_stat("cqs") == 2);
}

static void a_device_can_be_opened_many_times(void)
{
	int i;

	for (i = 0; i < 200; i++)
		ibv_close_device(t_open("mlx4_0"));
	CHECK(emu_stat("contexts") == 2);
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(threads_that_make_use_and_destroy_do_not_disturb_each_other),
		CASE(a_message_crosses_devices_and_close_frees_what_is_left),
		CASE(a_device_can_be_opened_many_times),
	};

	return T_MAIN(cases, open_both, close_both);
}
