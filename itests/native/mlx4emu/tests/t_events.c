/* SPDX-License-Identifier: Apache-2.0 */
/* t_events.c - completion events, and the asynchronous ones. */
#include <fcntl.h>
#include <poll.h>

#include "t_data.h"

#define CQ_CONTEXT ((void *)0x77)

static struct ibv_comp_channel *ch;
static struct ibv_cq *cq;
static struct ibv_qp *a;
static struct ibv_ah *ah;
static struct ibv_wc wc;

static void open_channel(void)
{
	data_open();
	ah = mk_ah(1, NULL);
	NEED(ch = ibv_create_comp_channel(ctx));
	NEED(cq = ibv_create_cq(ctx, 15, CQ_CONTEXT, ch, 0));
	CHECK(cq->cqe == 15);
	a = mk_ud(cq, cq, 60, 0);
}

static void close_channel(void)
{
	CHECK(!ibv_destroy_qp(a) && !ibv_destroy_cq(cq));
	CHECK(!ibv_destroy_comp_channel(ch) && !ibv_destroy_ah(ah));
	data_close();
}

static int readable(int fd, int ms)
{
	struct pollfd pf = { .fd = fd, .events = POLLIN };

	return poll(&pf, 1, ms);
}

/* A datagram to itself: one receive completion. */
static void message(int id, int flags)
{
	NEED(!t_recv(a, id, RX, 512, mr->lkey));
	NEED(!ud_send(a, id, ah, a->qp_num, QKEY, TX, 8, flags));
}

static void each_arming_gives_one_event(void)
{
	struct ibv_cq *ecq;
	void *ectx;
	int i;

	for (i = 0; i < 10; i++) {
		NEED(!ibv_req_notify_cq(cq, 0));
		CHECK(readable(ch->fd, i ? 0 : 20) == 0);
		message(i, 0);
		CHECK(readable(ch->fd, 500) == 1);
		CHECK(!ibv_get_cq_event(ch, &ecq, &ectx) && ecq == cq &&
		      ectx == CQ_CONTEXT);
		EXPECT_OK(cq, i);
		ibv_ack_cq_events(cq, 1);
	}
}

static void without_arming_there_is_no_event(void)
{
	message(20, 0);
	CHECK(readable(ch->fd, 30) == 0);
	EXPECT_OK(cq, 20);
}

static void armed_for_solicited_only_the_others_are_silent(void)
{
	NEED(!ibv_req_notify_cq(cq, 1));
	message(21, 0);
	CHECK(readable(ch->fd, 30) == 0);
	message(22, IBV_SEND_SOLICITED);
	CHECK(readable(ch->fd, 500) == 1);
	/* This event is never read: destroying the CQ must not hang on it. */
}

static void an_unread_event_dies_with_its_cq(void)
{
	struct ibv_cq *ecq, *cq2 = ibv_create_cq(ctx, 15, NULL, ch, 0);
	struct ibv_qp *b;
	void *ectx;

	NEED(cq2);
	b = mk_ud(cq2, cq2, 16, 0);
	CHECK(fcntl(ch->fd, F_SETFL, O_NONBLOCK) == 0);
	NEED(!ibv_req_notify_cq(cq2, 0));
	NEED(!t_recv(b, 1, RX, 512, mr->lkey));
	NEED(!ud_send(a, 1, ah, b->qp_num, QKEY, TX, 8, 0));
	CHECK(readable(ch->fd, 500) == 1);
	CHECK(!ibv_destroy_qp(b) && !ibv_destroy_cq(cq2));
	CHECK(readable(ch->fd, 0) == 0);
	CHECK(ibv_get_cq_event(ch, &ecq, &ectx) == -1 && errno == EAGAIN);
}

static void an_overrun_kills_the_cq_and_says_so(void)
{
	struct ibv_async_event ae;
	struct ibv_wc w[32];
	int i;

	for (i = 0; i < 40; i++)
		NEED(!ud_send(a, i, ah, a->qp_num, QKEY, TX, 8, IBV_SEND_SIGNALED));
	CHECK(readable(ctx->async_fd, 500) == 1);
	CHECK(!ibv_get_async_event(ctx, &ae) && ae.event_type == IBV_EVENT_CQ_ERR &&
	      ae.element.cq == cq);
	ibv_ack_async_event(&ae);
	CHECK(ibv_poll_cq(cq, 32, w) == 15);
}

static void expect_port_event(int state, enum ibv_event_type type)
{
	struct ibv_port_attr pa;
	struct ibv_async_event ae;

	CHECK(!emu_port_state(0, 2, state));
	CHECK(!ibv_get_async_event(ctx, &ae) && ae.event_type == type &&
	      ae.element.port_num == 2);
	ibv_ack_async_event(&ae);
	CHECK(!ibv_query_port(ctx, 2, &pa) && pa.state == (enum ibv_port_state)state);
}

static void ports_go_down_and_up(void)
{
	expect_port_event(IBV_PORT_DOWN, IBV_EVENT_PORT_ERR);
	expect_port_event(IBV_PORT_ACTIVE, IBV_EVENT_PORT_ACTIVE);
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(each_arming_gives_one_event),
		CASE(without_arming_there_is_no_event),
		CASE(armed_for_solicited_only_the_others_are_silent),
		CASE(an_unread_event_dies_with_its_cq),
		CASE(an_overrun_kills_the_cq_and_says_so),
		CASE(ports_go_down_and_up),
	};

	return T_MAIN(cases, open_channel, close_channel);
}
