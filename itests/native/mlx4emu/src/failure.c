/* SPDX-License-Identifier: Apache-2.0 */
/* failure.c - error completions, and the states a QP falls into. */
#include <string.h>

#include "hardware.h"

void push_error(struct qp *qp, bool send, uint16_t wqe_index, int syndrome,
		int vendor_err)
{
	struct mlx4_err_cqe e = {
		.vlan_my_qpn = htobe32(qp->qpn),
		.wqe_index = htobe16(wqe_index),
		.vendor_err = vendor_err,
		.syndrome = syndrome,
		.owner_sr_opcode = MLX4_CQE_OPCODE_ERROR |
				   (send ? MLX4_CQE_IS_SEND_MASK : 0),
	};
	struct mlx4_cqe c;

	memcpy(&c, &e, sizeof(c));
	COUNT(error_cqes);
	cq_push(send ? qp->scq : qp->rcq, &c, true);
}

void push_flush(struct qp *qp, bool send, uint16_t wqe_index)
{
	push_error(qp, send, wqe_index, MLX4_CQE_SYNDROME_WR_FLUSH_ERR, VE_FLUSH);
}

void qp_to_err(struct qp *qp, uint8_t state)
{
	if (qp->state == IBV_QPS_ERR || qp->state == IBV_QPS_RESET)
		return;
	qp->state = state;
	qp->retry_at = 0;
	if (state == IBV_QPS_ERR && qp->srq && !qp->err_event) {
		qp->err_event = true;
		async_event(&qp->o, IBV_EVENT_QP_LAST_WQE_REACHED);
	}
}

int vendor_of(int syndrome)
{
	switch (syndrome) {
	case MLX4_CQE_SYNDROME_LOCAL_LENGTH_ERR:	return VE_LEN;
	case MLX4_CQE_SYNDROME_LOCAL_PROT_ERR:		return VE_PROT;
	case MLX4_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR:	return VE_RETRY;
	case MLX4_CQE_SYNDROME_RNR_RETRY_EXC_ERR:	return VE_RNR;
	case MLX4_CQE_SYNDROME_REMOTE_ACCESS_ERR:	return VE_ACCESS;
	default:					return VE_OP;
	}
}
