/* SPDX-License-Identifier: Apache-2.0 */
/*
 * receive_queue.c - the next receive WQE of a QP: from its own ring, or from its
 * SRQ, whose WQEs form a list because they come back in any order.
 */
#include "hardware.h"

static const struct mlx4_wqe_data_seg *srq_next(struct srq *srq,
						unsigned int *nseg, uint16_t *index)
{
	uint16_t posted = be32toh(__atomic_load_n(srq->db, __ATOMIC_ACQUIRE));
	uint8_t *w;

	if (posted == srq->done)
		return NULL;
	w = srq->buf + ((size_t)srq->cur << srq->shift);
	*index = srq->cur;
	*nseg = (1u << (srq->shift - 4)) - 1;
	return (void *)(w + sizeof(struct mlx4_wqe_srq_next_seg));
}

/* The scatter list of the next WQE and its index for the CQE; NULL: none. */
const struct mlx4_wqe_data_seg *rq_next(struct qp *qp, unsigned int *nseg,
					uint16_t *index)
{
	uint32_t record;

	if (qp->srq)
		return srq_next(qp->srq, nseg, index);
	if (!qp->rq_db)
		return NULL;
	record = be32toh(__atomic_load_n(qp->rq_db, __ATOMIC_ACQUIRE));
	strict_receive_doorbell(qp, record);
	if ((uint16_t)record == qp->rq_idx)
		return NULL;
	*index = qp->rq_idx;
	*nseg = 1u << (qp->rq_shift - 4);
	return (void *)(qp->rq + ((size_t)(qp->rq_idx & (qp->rq_cnt - 1))
				  << qp->rq_shift));
}

static void srq_advance(struct srq *srq)
{
	struct mlx4_wqe_srq_next_seg *n =
		(void *)(srq->buf + ((size_t)srq->cur << srq->shift));
	uint16_t posted;

	srq->cur = be16toh(n->next_wqe_index) & (srq->count - 1);
	srq->done++;
	if (!srq->limit)
		return;
	posted = be32toh(*srq->db);
	if ((uint16_t)(posted - srq->done) < srq->limit) {
		srq->limit = 0;		/* one event per limit */
		async_event(&srq->o, IBV_EVENT_SRQ_LIMIT_REACHED);
	}
}

void rq_advance(struct qp *qp)
{
	COUNT(rq_wqes);
	if (qp->srq)
		srq_advance(qp->srq);
	else
		qp->rq_idx++;
}
