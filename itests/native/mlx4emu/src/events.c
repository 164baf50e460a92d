/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events.c - what happens to ports and devices from outside, and the entry points
 * of mlx4emu.h for it: the change itself, its traces in sysfs, and the event that
 * every open context of the device gets.
 */
#include <string.h>
#include <infiniband/verbs.h>

#include "../mlx4emu.h"
#include "objects.h"
#include "tree.h"

enum { LAST_UNICAST_LID = 0xbfff, KEY_BITS = 16 };

bool ctx_works(const struct context *ctx)
{
	return !ctx->orphaned && dev_states[ctx->dev] == DEV_WORKS;
}

static void tell_contexts(int dev, int port, uint32_t type)
{
	struct context *ctx;

	for (ctx = ctx_list; ctx; ctx = ctx->next) {
		if (ctx->dev != dev || ctx->orphaned)
			continue;
		COUNT(async_events);
		evq_push(ctx->async, NULL, port, type);
	}
}

/* Nobody gets a device back that was taken away: the open files are orphans. */
static void orphan_contexts(int dev)
{
	struct context *ctx;
	struct cq *cq;

	for (ctx = ctx_list; ctx; ctx = ctx->next)
		if (ctx->dev == dev && !ctx->orphaned) {
			ctx->orphaned = true;
			evq_shut(ctx->async);
		}
	for (cq = cq_list; cq; cq = cq->next)
		if (cq->o.ctx->orphaned)
			evq_shut(cq->channel);
}

static int change_lid(int dev, int port, uint64_t lid)
{
	int d, p;

	if (lid > LAST_UNICAST_LID)
		return -EINVAL;
	for (d = 0; d < cfg.devices; d++)
		for (p = 1; p <= cfg.ports; p++)
			if (port_of(d, p)->lid == lid && (d != dev || p != port))
				return -EADDRINUSE;
	port_of(dev, port)->lid = lid;
	return 0;
}

static int change_pkey(struct port *p, uint64_t value)
{
	uint64_t index = value >> KEY_BITS;

	if (index >= NUM_PKEYS)
		return -EINVAL;
	p->pkeys[index] = value;
	return 0;
}

/* What a query shows differently from now on; 0 asks for the bare event. */
static int apply(int dev, int port, int type, uint64_t value)
{
	struct port *p = port_of(dev, port);

	switch (type) {
	case IBV_EVENT_PORT_ACTIVE:
	case IBV_EVENT_PORT_ERR:
	case IBV_EVENT_CLIENT_REREGISTER:
		if (value)
			return -EINVAL;
		if (type != IBV_EVENT_CLIENT_REREGISTER)
			p->state = type == IBV_EVENT_PORT_ACTIVE ?
					   IBV_PORT_ACTIVE : IBV_PORT_DOWN;
		return 0;
	case IBV_EVENT_LID_CHANGE:
		return value ? change_lid(dev, port, value) : 0;
	case IBV_EVENT_SM_CHANGE:
		if (value > LAST_UNICAST_LID)
			return -EINVAL;
		p->sm_lid = value ? value : p->sm_lid;
		return 0;
	case IBV_EVENT_GID_CHANGE:
		p->prefix = value ? value : p->prefix;
		return 0;
	case IBV_EVENT_PKEY_CHANGE:
		return value ? change_pkey(p, value) : 0;
	}
	return -EINVAL;
}

static int device_fatal(int dev, uint64_t gone)
{
	if (gone > 1)
		return -EINVAL;
	if (dev_states[dev] == DEV_GONE)
		return -ENODEV;
	tell_contexts(dev, 0, IBV_EVENT_DEVICE_FATAL);
	dev_states[dev] = gone ? DEV_GONE : DEV_FATAL;
	if (gone) {
		orphan_contexts(dev);
		remove_device(dev);
	}
	return 0;
}

static int port_event(int dev, int port, int type, uint64_t value)
{
	int err;

	if (dev_states[dev] != DEV_WORKS)
		return -ENODEV;
	err = apply(dev, port, type, value);
	if (err)
		return err;
	put_port(dev, port);
	tell_contexts(dev, port, type);
	return 0;
}

EXPORT int mlx4emu_event(int dev, int port, int type, uint64_t value)
{
	bool whole = type == IBV_EVENT_DEVICE_FATAL;
	int err;

	if (dev < 0 || dev >= num_devs() || (!whole && (port < 1 || port > cfg.ports)))
		return -EINVAL;
	tree_need();
	lock();
	err = whole ? device_fatal(dev, value) : port_event(dev, port, type, value);
	unlock();
	return err;
}

EXPORT int mlx4emu_reset(int dev)
{
	if (dev < 0 || dev >= num_devs())
		return -EINVAL;
	tree_need();
	lock();
	if (dev_states[dev] != DEV_GONE)
		device_fatal(dev, 1);
	dev_init(dev);
	put_device(dev);
	unlock();
	return 0;
}

/* Only a change to or from ACTIVE is worth an event. */
EXPORT int mlx4emu_port_state(int dev, int port, int state)
{
	int old, err = 0;

	if (dev < 0 || dev >= num_devs() || port < 1 || port > cfg.ports ||
	    state < IBV_PORT_DOWN || state > IBV_PORT_ACTIVE)
		return -EINVAL;
	tree_need();
	lock();
	if (dev_states[dev] != DEV_WORKS) {
		err = -ENODEV;
	} else {
		old = port_of(dev, port)->state;
		port_of(dev, port)->state = state;
		put_port(dev, port);
		if (old != state && state == IBV_PORT_ACTIVE)
			tell_contexts(dev, port, IBV_EVENT_PORT_ACTIVE);
		else if (old != state && old == IBV_PORT_ACTIVE)
			tell_contexts(dev, port, IBV_EVENT_PORT_ERR);
	}
	unlock();
	return err;
}
