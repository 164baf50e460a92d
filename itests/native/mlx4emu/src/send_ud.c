/* SPDX-License-Identifier: Apache-2.0 */
/* send_ud.c - datagrams.  What cannot be delivered is lost without an error. */
#include <string.h>

#include "hardware.h"

/* The global route header, as the receiver finds it in its first 40 bytes. */
void make_grh(uint8_t *g, const struct mlx4_av *av, int dev, int port,
	      uint32_t len)
{
	uint64_t prefix = htobe64(port_of(dev, port)->prefix);
	uint64_t guid = htobe64(port_guid(dev, port));
	uint32_t vtf = be32toh(av->sl_tclass_flowlabel) & 0x0fffffff;
	uint16_t plen = (len + 3) / 4 * 4 + 24;	/* BTH, DETH, ICRC */

	vtf = htobe32(6u << 28 | vtf);
	memcpy(g, &vtf, 4);
	plen = htobe16(plen);
	memcpy(g + 4, &plen, 2);
	g[6] = 0x1b;
	g[7] = av->hop_limit;
	memcpy(g + 8, &prefix, 8);
	memcpy(g + 16, &guid, 8);
	memcpy(g + 24, av->dgid, 16);
}

static bool deliver_to(uint32_t qpn, uint16_t dlid, uint32_t qkey,
		       const struct rx *m)
{
	int dev = lid_to_dev(dlid);
	struct qp *dst = qp_find(qpn);

	return dst && dev >= 0 && dst->o.ctx->dev == dev &&
	       dst->type == IBV_QPT_UD && can_receive(dst) &&
	       dst->attr.qkey == qkey && rx_deliver(dst, m) == RX_OK;
}

static void put_on_wire(struct qp *qp, const struct mlx4_wqe_datagram_seg *dg,
			const struct rx *m)
{
	uint32_t dqpn = be32toh(dg->dqpn) & 0xffffff;
	uint32_t qkey = be32toh(dg->qkey);

	if (qkey & 0x80000000)		/* "use the Q_Key of the QP" */
		qkey = qp->attr.qkey;
	if (dqpn == MCAST_QPN) {
		COUNT(mcast_sent);
		if (m->grh)		/* without one there is no group */
			mcast_deliver(qp, dg->av.dgid, qkey, m);
	} else if (deliver_to(dqpn, be16toh(dg->av.dlid), qkey, m)) {
		COUNT(ud_delivered);
	} else {
		COUNT(ud_dropped);
	}
}

void send_ud(struct qp *qp, struct tx *t)
{
	const struct mlx4_wqe_datagram_seg *dg = t->dg;
	uint32_t port_pd = be32toh(dg->av.port_pd);
	int port = port_pd >> 24 & 3, dev = qp->o.ctx->dev;
	struct rx *m = &t->msg;
	uint8_t grh[GRH_LEN];

	if (m->len > PORT_MTU_BYTES) {
		t->syndrome = MLX4_CQE_SYNDROME_LOCAL_LENGTH_ERR;
		return;
	}
	if (!port_exists(port) || (port_pd & 0xffffff) != qp->pd->pdn) {
		t->syndrome = MLX4_CQE_SYNDROME_LOCAL_QP_OP_ERR;
		return;
	}
	m->ud = true;
	m->src_qpn = qp->qpn;
	m->slid = port_of(dev, port)->lid;
	m->sl = be32toh(dg->av.sl_tclass_flowlabel) >> 28;
	if (dg->av.g_slid & 0x80) {
		make_grh(grh, &dg->av, dev, port, m->len);
		m->grh = grh;
	}
	COUNT(ud_sent);
	if (port_is_active(dev, port))
		put_on_wire(qp, dg, m);
	else
		COUNT(ud_dropped);
	m->grh = NULL;			/* it ends with this function */
}
