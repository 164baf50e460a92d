/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strict.c - MLX4EMU_STRICT: what the emulator gets along with and a card would
 * not, or not always.  Each is counted and told once for an object.
 */
#include "hardware.h"

#define TELL(obj, counter, ...)						\
	do {								\
		if (!(obj)->told) {					\
			(obj)->told = true;				\
			COUNT(counter);					\
			warn(__VA_ARGS__);				\
		}							\
	} while (0)

/* The doorbell record of a receive queue has a counter of 16 bits. */
void strict_receive_doorbell(struct qp *qp, uint32_t record)
{
	if (cfg.strict && record >> 16)
		TELL(qp, strict_doorbells, "QP %#x: the receive doorbell record is "
		     "%#x, not masked to 16 bits", qp->qpn, record);
}

/* A list that is shorter than its WQE ends with a segment of lkey 0x100. */
void strict_segment(struct qp *qp, uint32_t key, uint32_t len)
{
	if (cfg.strict && !key && !len)
		TELL(qp, strict_lists, "QP %#x: a scatter list is not ended by a "
		     "segment with lkey %#x", qp->qpn, MLX4_INVALID_LKEY);
}

/* The consumer index of a CQ only grows, and never beyond what was produced. */
void strict_consumer(struct cq *cq, uint32_t ci)
{
	if (!cfg.strict || ci == cq->last_ci)
		return;
	/* 24 bits: the shift brings their sign to the top. */
	if ((int32_t)((ci - cq->last_ci) << 8) < 0)
		TELL(cq, strict_consumers, "CQ %#x: the consumer index went back from "
		     "%#x to %#x; are there two consumers?", cq->cqn, cq->last_ci, ci);
	else if ((int32_t)((cq->pi - ci) << 8) < 0)
		TELL(cq, strict_consumers, "CQ %#x: the consumer index %#x is beyond "
		     "the producer's %#x; are there two consumers?", cq->cqn, ci,
		     cq->pi & 0xffffff);
	cq->last_ci = ci;
}
