/* SPDX-License-Identifier: Apache-2.0 */
/*
 * t_flood.c - datagrams into posted receives, as many as there can be, turned on and
 * off through the FIFO of MLX4EMU_CONTROL.
 */
#include "t_async.h"
#include "t_control.h"

enum { SLOT = 64, DEEP = 4096, MANY = 3000000 };

/* Asks for the floods so far: how many completions, how many are on, how many
 * ended with their QP. */
static uint64_t count_floods(const char *verb, int *on, int *gone)
{
	unsigned long long n = 0;
	char want[40];
	const char *got;

	*on = *gone = -1;
	fprintf(fifo, "flood %s\n", verb);
	got = answer();
	snprintf(want, sizeof(want), "done: flood %s: ", verb);
	CHECK(!strncmp(got, want, strlen(want)), "%s", got);
	CHECK(sscanf(got + strlen(want), "%llu, on %d, gone %d", &n, on, gone) == 3, "%s", got);
	return n;
}

static struct ibv_qp *flooded_qp(struct ibv_cq *cq, int receives, uint64_t rate)
{
	struct ibv_qp *qp = mk_ud(scq, cq, receives, 1);
	char line[100];
	int i;

	for (i = 0; i < receives; i++)
		NEED(!t_recv(qp, i, RX + i * SLOT, SLOT, mr->lkey));
	snprintf(line, sizeof(line), "flood %u 1 %llu\n", qp->qp_num,
		 (unsigned long long)rate);
	fputs(line, fifo);
	CHECK(!strncmp(answer(), "done: flood ", 12));
	return qp;
}

/* Takes what is there and posts each buffer again; how many are wrong: of another
 * number than the next one, or not of this moment. */
static int take(struct ibv_qp *qp, uint64_t *next)
{
	struct ibv_wc w[64];
	int k, n = ibv_poll_cq(qp->recv_cq, 64, w), bad = 0;

	NEED(n >= 0);
	for (k = 0; k < n; k++) {
		uint8_t *p = RX + w[k].wr_id * SLOT;
		uint64_t *v = (uint64_t *)(p + 40), now = t_ns();

		bad += w[k].status || w[k].byte_len != 56 || v[1] != (*next)++ ||
		       v[0] > now || now - v[0] > PATIENCE_NS;
		NEED(!t_recv(qp, w[k].wr_id, p, SLOT, mr->lkey));
	}
	return bad;
}

static void a_flood_from_outside_has_no_gaps(void)
{
	struct ibv_cq *cq = ibv_create_cq(ctx, 2 * DEEP, NULL, NULL, 0);
	struct ibv_qp *qp = flooded_qp(cq, DEEP, 0);
	uint64_t next = 0, before, begun = t_ns();
	int bad = 0, on, gone;

	/* A figure, no verdict: nobody knows what else this machine does. */
	while (next < MANY && t_ns() < begun + 2000000000ull)
		bad += take(qp, &next);
	printf("  %.2f million datagrams a second\n", next * 1e3 / (t_ns() - begun));
	CHECK(next >= 10000 && bad == 0, "%d bad", bad);
	before = count_floods("count", &on, &gone);
	CHECK(on == 1 && gone == 0 && before >= next);
	before = count_floods("stop", &on, &gone);
	CHECK(on == 0 && gone == 0);
	while (next < before && !bad)
		bad += take(qp, &next);
	CHECK(count_floods("count", &on, &gone) == next && bad == 0);
	CHECK(!ibv_destroy_qp(qp) && !ibv_destroy_cq(cq));
}

static void a_flood_takes_only_what_is_posted(void)
{
	uint64_t before, next = 0, end;
	struct ibv_qp *qp;
	int on, gone, bad = 0;

	before = count_floods("count", &on, &gone);
	qp = flooded_qp(rcq, 100, 0);
	for (end = t_ns() + PATIENCE_NS; t_ns() < end;)
		if (count_floods("count", &on, &gone) - before == 100)
			break;
	CHECK(count_floods("count", &on, &gone) - before == 100 && on == 1);
	CHECK(t_silent(ctx));
	/* What is posted again is taken, and nothing was lost before it. */
	CHECK(take(qp, &next) == 0 && next == 64);
	for (end = t_ns() + PATIENCE_NS; next < 1000 && t_ns() < end;)
		bad += take(qp, &next);
	CHECK(next >= 1000 && bad == 0, "%d bad", bad);
	count_floods("stop", &on, &gone);
	CHECK(!ibv_destroy_qp(qp));
}

static void a_flood_keeps_its_rate(void)
{
	uint64_t next = 0, begun = t_ns();
	struct ibv_qp *qp = flooded_qp(rcq, 100, 10000);
	int bad = 0, on, gone;

	while (next < 2000 && t_ns() < begun + PATIENCE_NS)
		bad += take(qp, &next);
	/* Never faster, however slow this machine is. */
	CHECK(bad == 0 && t_ns() - begun > 190000000, "%d bad", bad);
	count_floods("stop", &on, &gone);
	CHECK(!ibv_destroy_qp(qp));
}

static void a_flood_ends_with_its_queue_pair_and_says_so(void)
{
	uint64_t next = 0, begun = t_ns(), n;
	struct ibv_qp *qp = flooded_qp(rcq, 100, 0);
	int on, gone, bad = 0;

	while (next < 1000 && t_ns() < begun + PATIENCE_NS)
		bad += take(qp, &next);
	CHECK(next >= 1000 && bad == 0, "%d bad", bad);
	CHECK(!ibv_destroy_qp(qp));
	n = count_floods("count", &on, &gone);
	CHECK(on == 0 && gone == 1);
	CHECK(count_floods("stop", &on, &gone) == n && gone == 1);
	qp = flooded_qp(rcq, 10, 0);
	next = 0;
	while (next < 1000 && t_ns() < begun + PATIENCE_NS)
		bad += take(qp, &next);
	CHECK(next >= 1000 && bad == 0, "%d bad", bad);
	count_floods("stop", &on, &gone);
	CHECK(!ibv_destroy_qp(qp));
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(a_flood_from_outside_has_no_gaps),
		CASE(a_flood_takes_only_what_is_posted),
		CASE(a_flood_keeps_its_rate),
		CASE(a_flood_ends_with_its_queue_pair_and_says_so),
	};

	return T_MAIN(cases, open_control, close_control);
}
