/* SPDX-License-Identifier: Apache-2.0 */
/* completion.c - writing CQEs, overruns, and completion events. */
#include <string.h>

#include "hardware.h"

/*
 * Free entries.  One less than the ring has: ibv_create_cq() reports size - 1,
 * and when a QP is destroyed libmlx4 does not look at the last entry of a ring
 * that is full to the brim - a CQE of the dead QP would stay.
 */
uint32_t cq_room(struct cq *cq)
{
	uint32_t ci = be32toh(__atomic_load_n(cq->ci_db, __ATOMIC_ACQUIRE));
	uint32_t used = (cq->pi - ci) & 0xffffff;

	strict_consumer(cq, ci & 0xffffff);
	return used < cq->size - 1 ? cq->size - 1 - used : 0;
}

static uint8_t *cq_slot(const struct cq *cq, uint32_t idx)
{
	uint32_t i = idx & (cq->size - 1);

	/* With 64 byte CQEs the second half carries the fields. */
	return cfg.cqe64 ? cq->buf + i * 64 + 32 : cq->buf + i * 32;
}

/*
 * Write one CQE; the caller has looked for room.  The owner byte is the last
 * byte of the entry, so the last eight bytes are stored with release order:
 * when the consumer sees the owner bit flip, it sees the rest as well.
 */
void cq_store(struct cq *cq, const struct mlx4_cqe *c)
{
	uint64_t s[4];
	uint64_t *d = (uint64_t *)cq_slot(cq, cq->pi);

	memcpy(s, c, sizeof(s));
	d[0] = s[0];
	d[1] = s[1];
	d[2] = s[2];
	if (cq->pi & cq->size)
		s[3] |= (uint64_t)MLX4_CQE_OWNER_MASK << 56;
	__atomic_store_n(&d[3], s[3], __ATOMIC_RELEASE);
	cq->pi++;
}

/* Write one CQE, or report the overrun: after that the CQ is dead. */
void cq_push(struct cq *cq, const struct mlx4_cqe *c, bool solicited)
{
	if (cq->dead)
		return;
	if (!cq_room(cq)) {
		COUNT(cq_overruns);
		cq->dead = true;
		async_event(&cq->o, IBV_EVENT_CQ_ERR);
		return;
	}
	cq_store(cq, c);
	if (solicited)
		cq->sol_pi = cq->pi;
	COUNT(cqes);
}

/* Serve an armed CQ: raise one completion event per arm sequence number. */
bool cq_check_arm(struct cq *cq)
{
	uint32_t rec = be32toh(__atomic_load_n(cq->arm_db, __ATOMIC_ACQUIRE));
	uint32_t cmd = rec & (3u << 24), sn = rec >> 28 & 3, ci = rec & 0xffffff;
	uint32_t upto;

	if (!cmd || sn == cq->fired_sn)
		return false;
	upto = cmd == MLX4_CQ_DB_REQ_NOT_SOL ? cq->sol_pi : cq->pi;
	/* Anything produced since the consumer index given with the arm? The
	 * indices have 24 bits: the shift brings their sign to the top. */
	if (upto == 0 || (int32_t)((upto - ci) << 8) <= 0)
		return false;
	cq->fired_sn = sn;
	COUNT(comp_events);
	evq_push(cq->channel, &cq->o, cq->o.user_handle, 0);
	return true;
}

/* Give all entries of a CQ buffer to the hardware, for indices from first on. */
void cq_own_all(uint8_t *buf, uint32_t size, uint32_t first)
{
	uint32_t n, bytes = cfg.cqe64 ? 64 : 32;

	memset(buf, 0xcc, (size_t)size * bytes);
	for (n = first; n != first + size; n++) {
		uint8_t *e = buf + (size_t)(n & (size - 1)) * bytes + bytes - 1;

		*e = n & size ? 0x4c : 0xcc;
	}
}
