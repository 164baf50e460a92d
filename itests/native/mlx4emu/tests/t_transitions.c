/* SPDX-License-Identifier: Apache-2.0 */
/* t_transitions.c - which state of a QP follows which, and with which attributes. */
#include "t_async.h"
#include "t_data.h"

struct step { enum ibv_qp_state to; int mask; };

static const struct step ud_steps[] = {
	{ IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY },
	{ IBV_QPS_RTR, 0 },
	{ IBV_QPS_RTS, IBV_QP_SQ_PSN },
};
static const struct step uc_steps[] = {
	{ IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS },
	{ IBV_QPS_RTR, IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN },
	{ IBV_QPS_RTS, IBV_QP_SQ_PSN },
};
static const struct step rc_steps[] = {
	{ IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS },
	{ IBV_QPS_RTR, IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
		       IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER },
	{ IBV_QPS_RTS, IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
		       IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC },
};
enum { STEPS = 3 };

static struct ibv_qp *mk(enum ibv_qp_type type)
{
	struct ibv_qp *qp = t_qp(pd, scq, rcq, type, NULL, 16, 1);

	NEED(qp);
	return qp;
}

static const struct step *steps_of(enum ibv_qp_type type)
{
	return type == IBV_QPT_UD ? ud_steps : type == IBV_QPT_UC ? uc_steps : rc_steps;
}

static struct ibv_qp_attr good(enum ibv_qp_state to)
{
	return (struct ibv_qp_attr){
		.qp_state = to, .port_num = 1, .path_mtu = IBV_MTU_1024,
		.ah_attr = { .dlid = 1, .port_num = 1 },
	};
}

static int go(struct ibv_qp *qp, enum ibv_qp_state to, int mask)
{
	struct ibv_qp_attr a = good(to);

	return ibv_modify_qp(qp, &a, IBV_QP_STATE | mask);
}

/* As far as before this step. */
static struct ibv_qp *mk_before(enum ibv_qp_type type, int step)
{
	struct ibv_qp *qp = mk(type);
	int i;

	for (i = 0; i < step; i++)
		NEED(!go(qp, steps_of(type)[i].to, steps_of(type)[i].mask));
	return qp;
}

static const enum ibv_qp_type types[] = { IBV_QPT_UD, IBV_QPT_UC, IBV_QPT_RC };
#define EACH_STEP(t, s) for (t = 0; t < 3; t++) for (s = 0; s < STEPS; s++)

static void no_step_lacks_an_attribute(void)
{
	int t, s, bit, mask;

	EACH_STEP(t, s) {
		struct ibv_qp *qp = mk_before(types[t], s);

		mask = steps_of(types[t])[s].mask;
		for (bit = 1; bit <= mask; bit <<= 1)
			if (mask & bit)
				CHECK(go(qp, steps_of(types[t])[s].to, mask & ~bit) == EINVAL,
				      "type %d step %d without %#x", types[t], s, bit);
		CHECK(!go(qp, steps_of(types[t])[s].to, mask));
		CHECK(!ibv_destroy_qp(qp));
	}
}

static void no_step_takes_a_foreign_attribute(void)
{
	int t, s;

	EACH_STEP(t, s) {
		struct ibv_qp *qp = mk_before(types[t], s);
		const struct step *step = steps_of(types[t]) + s;
		int foreign = types[t] == IBV_QPT_UD ? IBV_QP_TIMEOUT :
			      s == 0 ? IBV_QP_SQ_PSN : IBV_QP_QKEY;

		CHECK(go(qp, step->to, step->mask | foreign) == EINVAL,
		      "type %d step %d", types[t], s);
		CHECK(!ibv_destroy_qp(qp));
	}
}

static void steps_are_not_left_out_and_reset_does_not_fail(void)
{
	int t, s;

	EACH_STEP(t, s) {
		struct ibv_qp *qp = mk_before(types[t], s);

		if (s + 1 < STEPS)
			CHECK(go(qp, steps_of(types[t])[s + 1].to,
				 steps_of(types[t])[s + 1].mask) == EINVAL);
		CHECK(go(qp, IBV_QPS_ERR, 0) == (s ? 0 : EINVAL));
		CHECK(!go(qp, IBV_QPS_RESET, 0));
		CHECK(go(qp, IBV_QPS_SQE, 0) == EINVAL);
		CHECK(!ibv_destroy_qp(qp));
	}
}

static void a_send_queue_is_drained_and_goes_on(void)
{
	struct ibv_qp *qp = mk_before(IBV_QPT_RC, STEPS);

	CHECK(go(qp, IBV_QPS_SQD, IBV_QP_TIMEOUT) == EINVAL);
	CHECK(!go(qp, IBV_QPS_SQD, 0));
	CHECK(!go(qp, IBV_QPS_SQD, IBV_QP_TIMEOUT | IBV_QP_AV));
	CHECK(go(qp, IBV_QPS_RTR, 0) == EINVAL);
	CHECK(!go(qp, IBV_QPS_RTS, 0));
	CHECK(t_silent(ctx));
	CHECK(!ibv_destroy_qp(qp));
}

static void a_drained_send_queue_is_told_if_asked_for(void)
{
	struct ibv_qp *qp = mk_before(IBV_QPT_RC, STEPS);
	struct ibv_qp_attr a = good(IBV_QPS_SQD);
	struct ibv_async_event e;

	a.en_sqd_async_notify = 1;
	CHECK(!ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY));
	e = t_next_event(ctx);
	CHECK(e.event_type == IBV_EVENT_SQ_DRAINED && e.element.qp == qp);
	CHECK(!ibv_destroy_qp(qp));
}

static void the_believed_state_is_the_real_one(void)
{
	struct ibv_qp *qp = mk_before(IBV_QPT_UD, 2);
	struct ibv_qp_attr a = good(IBV_QPS_RTS);

	a.cur_qp_state = IBV_QPS_SQD;
	CHECK(ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_CUR_STATE | IBV_QP_SQ_PSN) == EINVAL);
	a.cur_qp_state = IBV_QPS_RTR;
	CHECK(!ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_CUR_STATE | IBV_QP_SQ_PSN));
	CHECK(!ibv_destroy_qp(qp));
}

#define REFUSED_RTR(field, value)					\
	do {								\
		struct ibv_qp_attr a_ = good(IBV_QPS_RTR);		\
		a_.field = value;					\
		CHECK(ibv_modify_qp(qp, &a_, IBV_QP_STATE | rc_steps[1].mask) == EINVAL); \
	} while (0)

static void values_out_of_range_are_refused(void)
{
	struct ibv_qp *qp = mk_before(IBV_QPT_RC, 1);

	REFUSED_RTR(path_mtu, 0);
	REFUSED_RTR(path_mtu, IBV_MTU_4096 + 1);
	REFUSED_RTR(max_dest_rd_atomic, 17);
	REFUSED_RTR(ah_attr.port_num, 3);
	REFUSED_RTR(ah_attr, ((struct ibv_ah_attr){ .port_num = 1, .is_global = 1,
						    .grh = { .sgid_index = 8 } }));
	CHECK(!go(qp, IBV_QPS_RTR, rc_steps[1].mask));
	CHECK(!ibv_destroy_qp(qp));
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(no_step_lacks_an_attribute),
		CASE(no_step_takes_a_foreign_attribute),
		CASE(steps_are_not_left_out_and_reset_does_not_fail),
		CASE(a_send_queue_is_drained_and_goes_on),
		CASE(a_drained_send_queue_is_told_if_asked_for),
		CASE(the_believed_state_is_the_real_one),
		CASE(values_out_of_range_are_refused),
	};

	return T_MAIN(cases, data_open, data_close);
}
