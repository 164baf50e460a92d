/* SPDX-License-Identifier: Apache-2.0 */
/* t_verbs.h - short forms of what most tests do with libibverbs. */
#ifndef T_VERBS_H
#define T_VERBS_H

#include <infiniband/mlx4dv.h>
#include <infiniband/verbs.h>

#include "t.h"

static inline struct ibv_context *t_open(const char *prefix)
{
	struct ibv_device **l = ibv_get_device_list(NULL);
	struct ibv_context *ctx = NULL;
	int i;

	NEED(l);
	for (i = 0; l[i] && !ctx; i++)
		if (!strncmp(ibv_get_device_name(l[i]), prefix, strlen(prefix)))
			ctx = ibv_open_device(l[i]);
	ibv_free_device_list(l);
	NEED(ctx);
	return ctx;
}

/* Poll until a completion comes or ms are over: number of completions. */
static inline int t_poll(struct ibv_cq *cq, struct ibv_wc *wc, int ms)
{
	uint64_t end = t_ns() + ms * 1000000ull;
	int n;

	/* Poison: libmlx4 does not fill all fields. */
	memset(wc, 0xee, sizeof(*wc));
	do {
		n = ibv_poll_cq(cq, 1, wc);
		if (n)
			return n;
	} while (t_ns() < end);
	return 0;
}

static inline struct ibv_qp *t_qp(struct ibv_pd *pd, struct ibv_cq *scq,
				  struct ibv_cq *rcq, enum ibv_qp_type type,
				  struct ibv_srq *srq, int depth, int sig_all)
{
	struct ibv_qp_init_attr a = {
		.send_cq = scq, .recv_cq = rcq, .srq = srq, .qp_type = type,
		.sq_sig_all = sig_all,
		.cap = { .max_send_wr = depth, .max_recv_wr = srq ? 0 : depth,
			 .max_send_sge = 4, .max_recv_sge = 4,
			 .max_inline_data = 200 },
	};

	return ibv_create_qp(pd, &a);
}

static inline int t_init(struct ibv_qp *qp, int port, uint32_t qkey)
{
	struct ibv_qp_attr a = {
		.qp_state = IBV_QPS_INIT, .port_num = port, .qkey = qkey,
		.qp_access_flags = IBV_ACCESS_LOCAL_WRITE |
			IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
			IBV_ACCESS_REMOTE_ATOMIC,
	};

	return ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			     (qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY :
							  IBV_QP_ACCESS_FLAGS));
}

static inline int t_ud_up(struct ibv_qp *qp, int port, uint32_t qkey)
{
	struct ibv_qp_attr a = { .qp_state = IBV_QPS_RTR };
	int r = t_init(qp, port, qkey);

	if (!r)
		r = ibv_modify_qp(qp, &a, IBV_QP_STATE);
	a.qp_state = IBV_QPS_RTS;
	return r ? r : ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_SQ_PSN);
}

static inline int t_rc_to_rtr(struct ibv_qp *qp, uint32_t dest, uint16_t dlid)
{
	struct ibv_qp_attr a = {
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_2048,
		.dest_qp_num = dest, .max_dest_rd_atomic = 4,
		.min_rnr_timer = 12,
		.ah_attr = { .dlid = dlid, .port_num = 1 },
	};
	int r = t_init(qp, 1, 0);

	if (!r)
		r = ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_AV |
			IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
			IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
	return r;
}

static inline int t_rc_up(struct ibv_qp *qp, uint32_t dest, uint16_t dlid,
			  int rnr_retry)
{
	struct ibv_qp_attr a = {
		.qp_state = IBV_QPS_RTS, .timeout = 10,	/* 4.2 ms */
		.retry_cnt = 3, .rnr_retry = rnr_retry, .max_rd_atomic = 4,
	};
	int r = t_rc_to_rtr(qp, dest, dlid);

	return r ? r : ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_TIMEOUT |
			IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
			IBV_QP_MAX_QP_RD_ATOMIC);
}

static inline int t_recv(struct ibv_qp *qp, uint64_t id, void *p, uint32_t len,
			 uint32_t lkey)
{
	struct ibv_sge s = { (uintptr_t)p, len, lkey };
	struct ibv_recv_wr w = { .wr_id = id, .sg_list = &s, .num_sge = 1 }, *bad;

	return ibv_post_recv(qp, &w, &bad);
}

#endif /* T_VERBS_H */
