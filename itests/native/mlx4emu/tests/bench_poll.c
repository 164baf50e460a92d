/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_poll.c - what does a poll loop cost with the real libmlx4?
 *
 *   empty:  ibv_poll_cq() on an empty CQ, ns per call
 *   filled: the CQ was filled beforehand and nobody writes to it meanwhile:
 *           the pure cost of taking completions, ns per completion
 *   flood:  the emulated hardware writes CQEs at full speed from its own
 *           thread: completions per second end to end
 *   ud:     the same with 64 byte datagrams scattered into posted receives,
 *           every receive reposted (list of WRs per batch)
 *   send:   post signaled 64 byte UD sends, poll their completions
 *
 * "empty" and "filled" are in CPU time of the polling thread, so that they hold
 * on a busy machine as well; the others need two free cores and are in wall
 * clock time, with the CPU time of the polling thread behind them.  Best and
 * median of REPS runs.  usage: bench_poll [ms per run [poll|flood]]
 */
#include "../mlx4emu.h"
#include "t_verbs.h"

enum { REPS = 15, DEPTH = 8192 };
static const int batches[] = { 1, 16, 64 };
static struct ibv_context *ctx;
static struct ibv_pd *pd;
static struct ibv_mr *mr;
static uint8_t mem[DEPTH * 256] __attribute__((aligned(4096)));
static int ms = 50;
static const char *only;

/* CPU time of this thread */
static uint64_t cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

static int by_val(const void *a, const void *b)
{
	double x = *(double *)a, y = *(double *)b;

	return x < y ? -1 : x > y;
}

static void show(const char *what, int batch, double *ns, double cpu, double fill)
{
	qsort(ns, REPS, sizeof(*ns), by_val);
	printf("%-22s batch %2d: best %7.2f ns  median %7.2f ns  %8.2f M/s", what, batch,
	       ns[0], ns[REPS / 2], 1e3 / ns[REPS / 2]);
	if (fill > 0)
		printf("  (%.1f per non-empty poll, cpu %.1f ns)", fill, cpu);
	printf("\n");
}

static struct ibv_qp *mk(struct ibv_cq *cq)
{
	struct ibv_qp *qp;

	NEED(qp = t_qp(pd, cq, cq, IBV_QPT_UD, NULL, DEPTH, 1));
	NEED(!t_ud_up(qp, 1, 1));
	return qp;
}

static void empty(void)
{
	struct ibv_cq *cq;
	struct ibv_wc wc[64];
	double ns[REPS];
	unsigned int b;
	int r, i;

	NEED(cq = ibv_create_cq(ctx, 4095, NULL, NULL, 0));
	for (b = 0; b < 3; b++) {
		for (r = 0; r < REPS; r++) {
			uint64_t t = cpu_ns();

			for (i = 0; i < 2000000; i++)
				if (ibv_poll_cq(cq, batches[b], wc))
					abort();
			ns[r] = (cpu_ns() - t) / 2e6;
		}
		show("empty poll", batches[b], ns, 0, 0);
	}
	ibv_destroy_cq(cq);
}

static void filled(int cqe, const char *what)
{
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_wc wc[64];
	double ns[REPS];
	unsigned int b;
	int r;

	NEED(cq = ibv_create_cq(ctx, cqe, NULL, NULL, 0));
	qp = mk(cq);
	for (b = 0; b < 3; b++) {
		for (r = 0; r < REPS; r++) {
			uint64_t total = 0, spent = 0;

			while (total < 1000000) {
				int64_t n = emu_fill(qp->qp_num, cqe, 64), got = 0;
				uint64_t t = cpu_ns();

				while (got < n)
					got += ibv_poll_cq(cq, batches[b], wc);
				spent += cpu_ns() - t;
				total += n;
			}
			ns[r] = (double)spent / total;
		}
		show(what, batches[b], ns, 0, 0);
	}
	ibv_destroy_qp(qp);
	ibv_destroy_cq(cq);
}

/* Post again the receives that these completions have used up. */
static void repost(struct ibv_qp *qp, const struct ibv_wc *wc, int n)
{
	struct ibv_recv_wr wr[64], *bad;
	struct ibv_sge sge[64];
	int i;

	for (i = 0; i < n; i++) {
		sge[i] = (struct ibv_sge){ (uintptr_t)mem + wc[i].wr_id * 256, 256,
					   mr->lkey };
		wr[i] = (struct ibv_recv_wr){ wc[i].wr_id, &wr[i + 1], &sge[i], 1 };
	}
	wr[n - 1].next = NULL;
	NEED(!ibv_post_recv(qp, wr, &bad));
}

struct sample { double ns, cpu, per_poll; };

static struct sample take_flood(struct ibv_qp *qp, struct ibv_cq *cq, int batch,
				bool datagrams)
{
	uint64_t got = 0, polls = 0, cpu = cpu_ns(), t = t_ns();
	uint64_t end = t + ms * 1000000ull;
	struct ibv_wc wc[64];
	int n;

	/* The clock is looked at rarely: it costs as much as a poll. */
	while ((polls & 63) || t_ns() < end) {
		n = ibv_poll_cq(cq, batch, wc);
		if (n < 0)
			abort();
		polls += n > 0;
		got += n;
		if (datagrams && n)
			repost(qp, wc, n);
	}
	return (struct sample){ (double)(t_ns() - t) / got,
				(cpu_ns() - cpu) / (double)got, (double)got / polls };
}

static void flood(int mode)
{
	bool datagrams = mode == MLX4EMU_FLOOD_RECV;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	double ns[REPS];
	unsigned int b;
	int r, i;

	NEED(cq = ibv_create_cq(ctx, 16383, NULL, NULL, 0));
	for (b = 0; b < 3; b++) {
		struct sample best = { .cpu = 1e9 };

		qp = mk(cq);
		for (i = 0; datagrams && i < DEPTH - 1; i++)
			NEED(!t_recv(qp, i, mem + i * 256, 256, mr->lkey));
		NEED(!emu_flood_start(qp->qp_num, mode, 0, 0, 64));
		for (r = 0; r < REPS; r++) {
			struct sample s = take_flood(qp, cq, batches[b], datagrams);

			ns[r] = s.ns;
			if (s.cpu < best.cpu)
				best = s;
		}
		emu_flood_stop(qp->qp_num);
		show(datagrams ? "ud flood + repost" : "cqe flood", batches[b], ns,
		     best.cpu, best.per_poll);
		ibv_destroy_qp(qp);
	}
	ibv_destroy_cq(cq);
}

static void post_sends(struct ibv_qp *qp, struct ibv_ah *ah, int n)
{
	struct ibv_sge s = { (uintptr_t)mem, 64, mr->lkey };
	struct ibv_send_wr w[64], *bad;
	int i;

	for (i = 0; i < n; i++)
		w[i] = (struct ibv_send_wr){
			.next = &w[i + 1], .sg_list = &s, .num_sge = 1,
			.opcode = IBV_WR_SEND, .wr.ud = { ah, qp->qp_num, 1 } };
	w[n - 1].next = NULL;
	NEED(!ibv_post_send(qp, w, &bad));
}

static double take_sends(struct ibv_qp *qp, struct ibv_cq *cq, struct ibv_ah *ah,
			 int batch)
{
	uint64_t sent = 0, done = 0, t = t_ns(), end = t + ms * 1000000ull;
	struct ibv_wc wc[64];

	while (t_ns() < end) {
		if (sent - done + batch < DEPTH - 1) {
			post_sends(qp, ah, batch);
			sent += batch;
		}
		done += ibv_poll_cq(cq, batch, wc);
	}
	while (done < sent)
		done += ibv_poll_cq(cq, 64, wc);
	return (double)(t_ns() - t) / done;
}

static void sends(void)
{
	struct ibv_ah_attr aa = { .dlid = 1, .port_num = 1 };
	struct ibv_ah *ah;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	double ns[REPS];
	unsigned int b;
	int r;

	NEED(ah = ibv_create_ah(pd, &aa));
	NEED(cq = ibv_create_cq(ctx, 16383, NULL, NULL, 0));
	qp = mk(cq);
	for (b = 0; b < 3; b++) {
		for (r = 0; r < REPS; r++)
			ns[r] = take_sends(qp, cq, ah, batches[b]);
		show("ud send + completion", batches[b], ns, 0, 0);
	}
	ibv_destroy_qp(qp);
	ibv_destroy_cq(cq);
	ibv_destroy_ah(ah);
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 1)
		ms = atoi(argv[1]);
	if (argc > 2)
		only = argv[2];
	t_emu();
	ctx = t_open("mlx4_");
	NEED(pd = ibv_alloc_pd(ctx));
	NEED(mr = ibv_reg_mr(pd, mem, sizeof(mem), IBV_ACCESS_LOCAL_WRITE));
	if (!only || !strcmp(only, "poll")) {
		empty();
		filled(1023, "filled, 32 KiB CQ");
		filled(65535, "filled, 2 MiB CQ");
	}
	if (!only || !strcmp(only, "flood")) {
		flood(MLX4EMU_FLOOD_CQE);
		flood(MLX4EMU_FLOOD_RECV);
		sends();
	}
	ibv_dereg_mr(mr);
	ibv_dealloc_pd(pd);
	ibv_close_device(ctx);
	return 0;
}
