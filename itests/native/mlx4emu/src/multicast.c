/* SPDX-License-Identifier: Apache-2.0 */
/* multicast.c - which QPs are attached to which group, and copies for them. */
#include <stdlib.h>
#include <string.h>

#include "hardware.h"

struct mcast {
	struct mcast *next;
	uint8_t gid[16];
	uint16_t mlid;
	struct qp *qp;
};

static struct mcast *mcast_list;

int mcast_attach(struct qp *qp, const uint8_t *gid, uint16_t mlid)
{
	struct mcast *m;
	int n = 0;

	for (m = mcast_list; m; m = m->next) {
		if (memcmp(m->gid, gid, 16))
			continue;
		if (m->qp == qp)
			return 0;	/* attached already: no second copy */
		n++;
	}
	if (n >= MAX_MCAST_QP)
		return ENOMEM;
	m = calloc(1, sizeof(*m));
	if (!m)
		return ENOMEM;
	memcpy(m->gid, gid, 16);
	m->mlid = mlid;
	m->qp = qp;
	m->next = mcast_list;
	mcast_list = m;
	COUNT(mcast_attached);
	return 0;
}

static void drop(struct mcast **pp)
{
	struct mcast *m = *pp;

	*pp = m->next;
	free(m);
	UNCOUNT(mcast_attached);
}

/* The kernel remembers each pair of GID and LID and knows no other. */
int mcast_detach(struct qp *qp, const uint8_t *gid, uint16_t mlid)
{
	struct mcast **pp;

	for (pp = &mcast_list; *pp; pp = &(*pp)->next)
		if ((*pp)->qp == qp && (*pp)->mlid == mlid &&
		    !memcmp((*pp)->gid, gid, 16)) {
			drop(pp);
			return 0;
		}
	return EINVAL;
}

void mcast_drop(struct qp *qp)
{
	struct mcast **pp = &mcast_list;

	while (*pp)
		if ((*pp)->qp == qp)
			drop(pp);
		else
			pp = &(*pp)->next;
}

bool mcast_has(const struct qp *qp)
{
	struct mcast *m;

	for (m = mcast_list; m; m = m->next)
		if (m->qp == qp)
			return true;
	return false;
}

/* One copy for each attached QP, the sender included unless it does not want. */
void mcast_deliver(struct qp *src, const uint8_t *gid, uint32_t qkey,
		   const struct rx *m)
{
	struct mcast *mc;

	for (mc = mcast_list; mc; mc = mc->next) {
		struct qp *dst = mc->qp;

		if (memcmp(mc->gid, gid, 16) || !can_receive(dst) ||
		    dst->attr.qkey != qkey || (dst == src && src->no_self_mcast))
			continue;
		if (rx_deliver(dst, m) == RX_OK)
			COUNT(mcast_copies);
		else
			COUNT(ud_dropped);
	}
}
