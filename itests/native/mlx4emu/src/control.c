/* SPDX-License-Identifier: Apache-2.0 */
/* control.c - the entry points of mlx4emu.h that are about queue pairs. */
#include "../mlx4emu.h"
#include "hardware.h"

EXPORT int mlx4emu_version(void)
{
	return EMU_VERSION;
}

/* Find a QP with queues; takes the lock if it is found. */
static struct qp *grab_qp(uint32_t qpn)
{
	struct qp *qp;

	lock();
	qp = qp_find(qpn);
	if (qp && !qp->rss)
		return qp;
	unlock();
	return NULL;
}

EXPORT int mlx4emu_inject(uint32_t qpn, int on_send, int syndrome, int vendor_err,
			  int count)
{
	struct qp *qp = grab_qp(qpn);

	if (!qp)
		return -ENOENT;
	qp->inj[!!on_send] = (struct inject){ count, syndrome, vendor_err };
	unlock();
	return 0;
}

EXPORT int mlx4emu_flood_start(uint32_t qpn, int mode, uint64_t count,
			       uint64_t rate, uint32_t bytes)
{
	struct qp *qp;

	if (mode < 0 || mode > MLX4EMU_FLOOD_RECV || bytes > PORT_MTU_BYTES ||
	    (mode == MLX4EMU_FLOOD_RECV && bytes < 16))
		return -EINVAL;
	qp = grab_qp(qpn);
	if (!qp)
		return -ENOENT;
	qp->flood = (struct flood){
		.on = true, .mode = mode, .count = count, .rate = rate,
		.bytes = bytes, .t0 = now_ns(),
	};
	unlock();
	return 0;
}

EXPORT int mlx4emu_flood_stop(uint32_t qpn)
{
	struct qp *qp = grab_qp(qpn);

	if (!qp)
		return -ENOENT;
	qp->flood.on = false;
	unlock();
	return 0;
}

EXPORT uint64_t mlx4emu_flood_count(uint32_t qpn)
{
	struct qp *qp = grab_qp(qpn);
	uint64_t n;

	if (!qp)
		return 0;
	n = qp->flood.done;
	unlock();
	return n;
}

EXPORT uint64_t mlx4emu_flood_run(uint32_t qpn)
{
	struct qp *qp = grab_qp(qpn);
	uint64_t n;

	if (!qp)
		return 0;
	while (qp->flood.on && can_receive(qp) && flood_step(qp))
		;
	n = qp->flood.done;
	unlock();
	return n;
}

EXPORT int64_t mlx4emu_fill(uint32_t qpn, uint32_t n, uint32_t bytes)
{
	struct qp *qp = grab_qp(qpn);
	struct mlx4_cqe c;
	uint32_t i, room;

	if (!qp)
		return -ENOENT;
	c = flood_cqe(qp, bytes);
	room = cq_room(qp->rcq);
	n = n < room ? n : room;
	for (i = 0; i < n; i++)
		cq_store(qp->rcq, &c);
	unlock();
	return n;
}

EXPORT int mlx4emu_hold(int on)
{
	engine_hold(on);
	return 0;
}
