/* SPDX-License-Identifier: Apache-2.0 */
/* qp_table.c - QP numbers, unique over all devices of the process. */
#include "../mlx4emu.h"
#include "objects.h"

static struct qp *qp_by_num[NUM_QPS];
static uint32_t next_qpn = FIRST_QPN;

struct qp *qp_find(uint32_t qpn)
{
	return qpn < NUM_QPS ? qp_by_num[qpn] : NULL;
}

/* Numbers go round, so that a late completion of a dead QP finds no new one. */
int qp_add(struct qp *qp)
{
	uint32_t n, tries;

	for (tries = 0, n = next_qpn; tries < FIRST_WQN - FIRST_QPN; tries++, n++) {
		if (n >= FIRST_WQN)
			n = FIRST_QPN;
		if (qp_by_num[n])
			continue;
		next_qpn = n + 1;
		qp->qpn = n;
		qp_by_num[n] = qp;
		return 0;
	}
	return ENOMEM;
}

EXPORT int mlx4emu_next_qpn(uint32_t qpn)
{
	if (qpn < FIRST_QPN || qpn >= FIRST_WQN)
		return -EINVAL;
	lock();
	next_qpn = qpn;
	unlock();
	return 0;
}

void qp_remove(struct qp *qp)
{
	qp_by_num[qp->qpn] = NULL;
}
