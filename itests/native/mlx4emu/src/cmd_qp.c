/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_qp.c - the state machine of QPs, their groups, and their end. */
#include <string.h>

#include "cmd.h"
#include "hardware.h"

/* What the driver and its card look at themselves. */
static bool values_ok(const struct ib_uverbs_modify_qp *rq)
{
	uint32_t mask = rq->attr_mask;

	if ((mask & IBV_QP_PORT) && !port_exists(rq->port_num))
		return false;
	if ((mask & IBV_QP_PKEY_INDEX) && rq->pkey_index >= NUM_PKEYS)
		return false;
	if ((mask & IBV_QP_AV) &&
	    (!port_exists(rq->dest.port_num) ||
	     (rq->dest.is_global && rq->dest.sgid_index >= NUM_GIDS)))
		return false;
	if ((mask & IBV_QP_PATH_MTU) &&
	    (rq->path_mtu < IBV_MTU_256 || rq->path_mtu > IBV_MTU_4096))
		return false;
	return !((mask & IBV_QP_MAX_QP_RD_ATOMIC) &&
		 rq->max_rd_atomic > MAX_INIT_RD_ATOM) &&
	       !((mask & IBV_QP_MAX_DEST_RD_ATOMIC) &&
		 rq->max_dest_rd_atomic > MAX_RD_ATOM);
}

static bool modify_ok(const struct qp *qp, const struct ib_uverbs_modify_qp *rq,
		      uint8_t to)
{
	if ((rq->attr_mask & IBV_QP_CUR_STATE) && rq->cur_qp_state != qp->state)
		return false;
	return step_ok(qp->type, qp->state, to, rq->attr_mask) && values_ok(rq);
}

static void merge_attrs(struct ib_uverbs_modify_qp *a,
			const struct ib_uverbs_modify_qp *rq)
{
#define TAKE(bit, field)						\
	do {								\
		if (rq->attr_mask & (bit))				\
			a->field = rq->field;				\
	} while (0)
	TAKE(IBV_QP_ACCESS_FLAGS, qp_access_flags);
	TAKE(IBV_QP_PKEY_INDEX, pkey_index);
	TAKE(IBV_QP_PORT, port_num);
	TAKE(IBV_QP_QKEY, qkey);
	TAKE(IBV_QP_AV, dest);
	TAKE(IBV_QP_PATH_MTU, path_mtu);
	TAKE(IBV_QP_TIMEOUT, timeout);
	TAKE(IBV_QP_RETRY_CNT, retry_cnt);
	TAKE(IBV_QP_RNR_RETRY, rnr_retry);
	TAKE(IBV_QP_RQ_PSN, rq_psn);
	TAKE(IBV_QP_SQ_PSN, sq_psn);
	TAKE(IBV_QP_MAX_QP_RD_ATOMIC, max_rd_atomic);
	TAKE(IBV_QP_MAX_DEST_RD_ATOMIC, max_dest_rd_atomic);
	TAKE(IBV_QP_MIN_RNR_TIMER, min_rnr_timer);
	TAKE(IBV_QP_DEST_QPN, dest_qp_num);
#undef TAKE
}

/* RESET forgets everything, what a test has asked for included. */
static void reset_qp(struct qp *qp)
{
	qp->sq_idx = 0;
	qp->rq_idx = 0;
	qp->retry_at = 0;
	qp->flood.on = false;
	qp->err_event = false;
	qp->established = false;
	memset(qp->inj, 0, sizeof(qp->inj));
	memset(&qp->attr, 0, sizeof(qp->attr));
	qp->state = IBV_QPS_RESET;
}

int cmd_modify_qp(struct cmd *c)
{
	REQ(ib_uverbs_modify_qp);
	struct qp *qp = obj_get(c->ctx, K_QP, rq->qp_handle);
	uint8_t from, to;

	if (!qp)
		return EINVAL;
	from = qp->state;
	to = rq->attr_mask & IBV_QP_STATE ? rq->qp_state : from;
	if (!modify_ok(qp, rq, to))
		return EINVAL;
	merge_attrs(&qp->attr, rq);
	if (!(rq->attr_mask & IBV_QP_STATE))
		return 0;
	if (to == IBV_QPS_RESET)
		reset_qp(qp);
	else if (to == IBV_QPS_ERR && from != IBV_QPS_RESET)
		qp_to_err(qp, to);
	else
		qp->state = to;
	/* No send is half done between two passes: the queue is drained at once. */
	if (from == IBV_QPS_RTS && to == IBV_QPS_SQD &&
	    (rq->attr_mask & IBV_QP_EN_SQD_ASYNC_NOTIFY) && rq->en_sqd_async_notify)
		async_event(&qp->o, IBV_EVENT_SQ_DRAINED);
	dbg("modify_qp qpn %#x %d -> %d", qp->qpn, from, to);
	return 0;
}

int cmd_query_qp(struct cmd *c)
{
	REQ(ib_uverbs_query_qp);
	struct qp *qp = obj_get(c->ctx, K_QP, rq->qp_handle);
	struct ib_uverbs_query_qp_resp r;
	const struct ib_uverbs_modify_qp *a;

	if (!qp)
		return EINVAL;
	a = &qp->attr;
	r = (struct ib_uverbs_query_qp_resp){
		.dest = a->dest, .max_send_wr = qp->cap.swr,
		.max_recv_wr = qp->cap.rwr, .max_send_sge = qp->cap.ssge,
		.max_recv_sge = qp->cap.rsge, .max_inline_data = qp->cap.inl,
		.qkey = a->qkey, .rq_psn = a->rq_psn, .sq_psn = a->sq_psn,
		.dest_qp_num = a->dest_qp_num,
		.qp_access_flags = a->qp_access_flags,
		.pkey_index = a->pkey_index, .qp_state = qp->state,
		.cur_qp_state = qp->state, .path_mtu = a->path_mtu,
		.max_rd_atomic = a->max_rd_atomic,
		.max_dest_rd_atomic = a->max_dest_rd_atomic,
		.min_rnr_timer = a->min_rnr_timer, .port_num = a->port_num,
		.timeout = a->timeout, .retry_cnt = a->retry_cnt,
		.rnr_retry = a->rnr_retry, .sq_sig_all = qp->sig_all,
	};
	return reply(c, &r, sizeof(r), NULL, 0);
}

static void unlink_qp(struct qp *qp)
{
	struct qp **pp;

	for (pp = &qp_list; *pp; pp = &(*pp)->next)
		if (*pp == qp) {
			*pp = qp->next;
			break;
		}
}

void free_qp(struct qp *qp)
{
	flood_end(qp);
	unlink_qp(qp);
	mcast_drop(qp);
	evq_forget(qp->o.ctx->async, &qp->o);
	qp_remove(qp);
	qp->pd->users--;
	if (qp->rss) {
		qp->table->users--;
	} else {
		qp->scq->users--;
		qp->rcq->users--;
		if (qp->srq)
			qp->srq->users--;
	}
	obj_del(&qp->o);
	UNCOUNT(qps);
}

int cmd_destroy_qp(struct cmd *c)
{
	REQ(ib_uverbs_destroy_qp);
	struct qp *qp = obj_get(c->ctx, K_QP, rq->qp_handle);
	struct ib_uverbs_destroy_qp_resp r;

	if (!qp)
		return EINVAL;
	if (mcast_has(qp))
		return EBUSY;
	r.events_reported = qp->o.async_events;
	free_qp(qp);
	return reply(c, &r, sizeof(r), NULL, 0);
}

/* Of IPv6, or an IPv4 group as RoCE writes it; the kernel knows no difference here. */
static bool is_group(const uint8_t *gid)
{
	static const uint8_t ipv4[12] = { [10] = 0xff, [11] = 0xff };

	return gid[0] == 0xff || (!memcmp(gid, ipv4, 12) && gid[12] >> 4 == 0xe);
}

/* Datagrams only, a multicast GID, and on InfiniBand a multicast LID. */
static bool may_join(const struct qp *qp, const uint8_t *gid, uint16_t mlid)
{
	return qp && qp->type == IBV_QPT_UD && is_group(gid) &&
	       mlid >= FIRST_MLID && mlid != PERMISSIVE_LID;
}

int cmd_attach_mcast(struct cmd *c)
{
	REQ(ib_uverbs_attach_mcast);
	struct qp *qp = obj_get(c->ctx, K_QP, rq->qp_handle);

	return may_join(qp, rq->gid, rq->mlid) ?
		       mcast_attach(qp, rq->gid, rq->mlid) : EINVAL;
}

int cmd_detach_mcast(struct cmd *c)
{
	REQ(ib_uverbs_detach_mcast);
	struct qp *qp = obj_get(c->ctx, K_QP, rq->qp_handle);

	return may_join(qp, rq->gid, rq->mlid) ?
		       mcast_detach(qp, rq->gid, rq->mlid) : EINVAL;
}
