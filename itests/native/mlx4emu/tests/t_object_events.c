/* SPDX-License-Identifier: Apache-2.0 */
/* t_object_events.c - asynchronous events about a QP, its CQ and its SRQ. */
#include "t_async.h"
#include "t_data.h"

static struct ibv_srq *srq;
static struct ibv_qp *qp;

static void open_qp(void)
{
	struct ibv_srq_init_attr a = { .attr = { .max_wr = 16, .max_sge = 1 } };

	data_open();
	NEED(srq = ibv_create_srq(pd, &a));
	NEED(qp = t_qp(pd, scq, rcq, IBV_QPT_UD, srq, 16, 1));
	NEED(!t_ud_up(qp, 1, QKEY));
}

static void close_qp(void)
{
	CHECK(!ibv_destroy_qp(qp) && !ibv_destroy_srq(srq));
	data_close();
}

static void some_events_leave_the_qp_as_it_is(void)
{
	static const int types[] = {
		IBV_EVENT_COMM_EST, IBV_EVENT_SQ_DRAINED, IBV_EVENT_PATH_MIG,
		IBV_EVENT_PATH_MIG_ERR, IBV_EVENT_QP_LAST_WQE_REACHED,
	};
	struct ibv_async_event e;
	unsigned int i;

	for (i = 0; i < sizeof(types) / sizeof(*types); i++) {
		CHECK(!emu_object_event(qp->qp_num, types[i]));
		e = t_next_event(ctx);
		CHECK((int)e.event_type == types[i] && e.element.qp == qp);
		CHECK(state_of(qp) == IBV_QPS_RTS);
	}
}

static void others_bring_it_to_the_error_state(void)
{
	static const int types[] = {
		IBV_EVENT_QP_FATAL, IBV_EVENT_QP_REQ_ERR, IBV_EVENT_QP_ACCESS_ERR,
	};
	struct ibv_async_event e;
	unsigned int i;

	for (i = 0; i < sizeof(types) / sizeof(*types); i++) {
		CHECK(!to_state(qp, IBV_QPS_RESET) && !t_ud_up(qp, 1, QKEY));
		CHECK(!emu_object_event(qp->qp_num, types[i]));
		e = t_next_event(ctx);
		CHECK((int)e.event_type == types[i] && e.element.qp == qp);
		e = t_next_event(ctx);
		CHECK(e.event_type == IBV_EVENT_QP_LAST_WQE_REACHED, "it has an SRQ");
		CHECK(state_of(qp) == IBV_QPS_ERR);
	}
}

static void the_receive_cq_and_the_srq_have_theirs(void)
{
	struct ibv_async_event e;

	CHECK(!emu_object_event(qp->qp_num, IBV_EVENT_CQ_ERR));
	e = t_next_event(ctx);
	CHECK(e.event_type == IBV_EVENT_CQ_ERR && e.element.cq == rcq);
	CHECK(!emu_object_event(qp->qp_num, IBV_EVENT_SRQ_ERR));
	e = t_next_event(ctx);
	CHECK(e.event_type == IBV_EVENT_SRQ_ERR && e.element.srq == srq);
	CHECK(!emu_object_event(qp->qp_num, IBV_EVENT_SRQ_LIMIT_REACHED));
	e = t_next_event(ctx);
	CHECK(e.event_type == IBV_EVENT_SRQ_LIMIT_REACHED && e.element.srq == srq);
}

/* Nobody reads it: destroying the QP must not hang on it. */
static void an_unread_event_dies_with_its_object(void)
{
	struct ibv_qp *other;

	NEED(other = t_qp(pd, scq, rcq, IBV_QPT_UD, NULL, 16, 1));
	CHECK(!emu_object_event(other->qp_num, IBV_EVENT_COMM_EST));
	CHECK(!t_silent(ctx));
	CHECK(!ibv_destroy_qp(other));
	CHECK(t_silent(ctx));
}

static void what_there_is_not_is_refused(void)
{
	struct ibv_qp *bare;

	NEED(bare = t_qp(pd, scq, rcq, IBV_QPT_UD, NULL, 16, 1));
	CHECK(emu_object_event(bare->qp_num, IBV_EVENT_SRQ_ERR) == -EINVAL);
	CHECK(emu_object_event(bare->qp_num, IBV_EVENT_PORT_ERR) == -EINVAL);
	CHECK(!ibv_destroy_qp(bare));
	CHECK(emu_object_event(3, IBV_EVENT_COMM_EST) == -ENOENT);
	CHECK(t_silent(ctx));
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(some_events_leave_the_qp_as_it_is),
		CASE(others_bring_it_to_the_error_state),
		CASE(the_receive_cq_and_the_srq_have_theirs),
		CASE(an_unread_event_dies_with_its_object),
		CASE(what_there_is_not_is_refused),
	};

	return T_MAIN(cases, open_qp, close_qp);
}
