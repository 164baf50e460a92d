/* SPDX-License-Identifier: Apache-2.0 */
/* object_events.c - asynchronous events about a QP, its receive CQ or its SRQ. */
#include <infiniband/verbs.h>

#include "../mlx4emu.h"
#include "hardware.h"

/* The object that an event of this type is about; NULL: the QP has none such. */
static struct obj *subject(struct qp *qp, int type)
{
	switch (type) {
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		return &qp->o;
	case IBV_EVENT_CQ_ERR:
		return &qp->rcq->o;
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		return qp->srq ? &qp->srq->o : NULL;
	}
	return NULL;
}

/* The event comes first, then what it may entail. */
static void suffer(struct qp *qp, int type)
{
	switch (type) {
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
		qp_to_err(qp, IBV_QPS_ERR);
		break;
	case IBV_EVENT_CQ_ERR:
		qp->rcq->dead = true;
		break;
	}
}

EXPORT int mlx4emu_object_event(uint32_t qpn, int type)
{
	struct qp *qp;
	struct obj *about = NULL;
	int err = 0;

	lock();
	qp = qp_find(qpn);
	if (!qp || qp->rss)
		err = -ENOENT;
	else if (!ctx_works(qp->o.ctx))
		err = -ENODEV;
	else if (!(about = subject(qp, type)))
		err = -EINVAL;
	if (!err) {
		async_event(about, type);
		suffer(qp, type);
	}
	unlock();
	return err;
}
