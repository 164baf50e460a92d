/* SPDX-License-Identifier: Apache-2.0 */
/*
 * qp_transitions.c - the states of a QP: which follows which, with which attributes.
 * InfiniBand Architecture Specification, volume 1, "Modify Queue Pair"; the kernel
 * asks the same before it asks any driver.
 */
#include <infiniband/verbs.h>

#include "cmd.h"

#define S(from, to) ((from) << 4 | (to))

struct attrs { uint32_t need, may; };

enum {
	ADDRESS		= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN,
	RESPONDER	= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
	REQUESTER	= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
			  IBV_QP_MAX_QP_RD_ATOMIC,
	PATH		= IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MIG_STATE,
};

/* Datagrams. */
static bool ud_attrs(unsigned int step, struct attrs *a)
{
	switch (step) {
	case S(IBV_QPS_RESET, IBV_QPS_INIT):
		a->need = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY;
		return true;
	case S(IBV_QPS_INIT, IBV_QPS_INIT):
		a->may = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY;
		return true;
	case S(IBV_QPS_INIT, IBV_QPS_RTR):
	case S(IBV_QPS_SQD, IBV_QPS_SQD):
		a->may = IBV_QP_PKEY_INDEX | IBV_QP_QKEY;
		return true;
	case S(IBV_QPS_RTR, IBV_QPS_RTS):
		a->need = IBV_QP_SQ_PSN;
		/* fall through */
	case S(IBV_QPS_RTS, IBV_QPS_RTS):
	case S(IBV_QPS_SQD, IBV_QPS_RTS):
	case S(IBV_QPS_SQE, IBV_QPS_RTS):
		a->may = IBV_QP_CUR_STATE | IBV_QP_QKEY;
		return true;
	}
	return false;
}

/* Connections; what only RC has is masked out by the caller. */
static bool connected_attrs(unsigned int step, struct attrs *a)
{
	switch (step) {
	case S(IBV_QPS_RESET, IBV_QPS_INIT):
		a->need = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
		return true;
	case S(IBV_QPS_INIT, IBV_QPS_INIT):
		a->may = IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
		return true;
	case S(IBV_QPS_INIT, IBV_QPS_RTR):
		a->need = ADDRESS | RESPONDER;
		a->may = IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX;
		return true;
	case S(IBV_QPS_RTR, IBV_QPS_RTS):
		a->need = IBV_QP_SQ_PSN | REQUESTER;
		/* fall through */
	case S(IBV_QPS_RTS, IBV_QPS_RTS):
	case S(IBV_QPS_SQD, IBV_QPS_RTS):
		a->may = IBV_QP_CUR_STATE | PATH | IBV_QP_MIN_RNR_TIMER;
		return true;
	case S(IBV_QPS_SQD, IBV_QPS_SQD):
		a->may = IBV_QP_PORT | IBV_QP_AV | REQUESTER | RESPONDER | PATH |
			 IBV_QP_PKEY_INDEX;
		return true;
	}
	return false;
}

/* RSS QPs: nothing but the port. */
static bool raw_attrs(unsigned int step, struct attrs *a)
{
	switch (step) {
	case S(IBV_QPS_RESET, IBV_QPS_INIT):
		a->need = IBV_QP_PORT;
		return true;
	case S(IBV_QPS_INIT, IBV_QPS_RTR):
	case S(IBV_QPS_RTR, IBV_QPS_RTS):
		return true;
	}
	return false;
}

static void without_rc_attrs(unsigned int step, struct attrs *a)
{
	a->need &= ~(RESPONDER | REQUESTER);
	a->may &= ~(RESPONDER | REQUESTER);
	if (step == S(IBV_QPS_SQD, IBV_QPS_SQD))
		a->may &= ~IBV_QP_PORT;
}

static bool step_attrs(uint8_t type, unsigned int step, struct attrs *a)
{
	*a = (struct attrs){ 0, 0 };
	if (step == S(IBV_QPS_RTS, IBV_QPS_SQD)) {
		a->may = IBV_QP_EN_SQD_ASYNC_NOTIFY;
		return true;
	}
	if (type == IBV_QPT_UD)
		return ud_attrs(step, a);
	if (type == IBV_QPT_RAW_PACKET)
		return raw_attrs(step, a);
	/* Only what is not acknowledged comes into SQE. */
	if (step == S(IBV_QPS_SQE, IBV_QPS_RTS)) {
		a->may = type == IBV_QPT_UC ? IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS : 0;
		return true;
	}
	if (!connected_attrs(step, a))
		return false;
	if (type == IBV_QPT_UC)
		without_rc_attrs(step, a);
	return true;
}

/* Everybody may go to RESET and ERR, but for the way from RESET to ERR. */
static bool always(uint8_t from, uint8_t to)
{
	return to == IBV_QPS_RESET || (to == IBV_QPS_ERR && from != IBV_QPS_RESET);
}

bool step_ok(uint8_t type, uint8_t from, uint8_t to, uint32_t mask)
{
	struct attrs a = { 0, 0 };

	if (from > IBV_QPS_ERR || to > IBV_QPS_ERR)
		return false;
	if ((mask & IBV_QP_CUR_STATE) && (from < IBV_QPS_RTR || from > IBV_QPS_SQE))
		return false;
	if (!always(from, to) && !step_attrs(type, S(from, to), &a))
		return false;
	return !(a.need & ~mask) && !(mask & ~(a.need | a.may | IBV_QP_STATE));
}
