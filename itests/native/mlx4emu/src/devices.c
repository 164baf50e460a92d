/* SPDX-License-Identifier: Apache-2.0 */
/* devices.c - the devices that exist: names, GUIDs, and the state of their ports. */
#include <stdio.h>
#include <infiniband/verbs.h>

#include "emu.h"

struct port ports[MAX_DEVS + 1][MAX_PORTS];
enum dev_state dev_states[MAX_DEVS + 1];

int num_devs(void)
{
	return cfg.devices + (cfg.foreign ? 1 : 0);
}

/* The "foreign" device comes last and is driven by librxe, not libmlx4. */
bool dev_is_foreign(int dev)
{
	return dev >= cfg.devices;
}

void dev_name(int dev, char *buf, size_t n)
{
	if (dev_is_foreign(dev))
		snprintf(buf, n, "rxe%d", dev - cfg.devices);
	else
		snprintf(buf, n, "mlx4_%d", dev);
}

uint64_t dev_guid(int dev)
{
	return 0x0002c90300e70000ull + dev * 0x100;
}

uint64_t port_guid(int dev, int port)
{
	return dev_guid(dev) + port;
}

struct port *port_of(int dev, int port)
{
	return &ports[dev][port - 1];
}

void dev_init(int dev)
{
	int i;

	for (i = 0; i < MAX_PORTS; i++)
		ports[dev][i] = (struct port){
			.state = IBV_PORT_ACTIVE,
			.lid = 1 + dev * MAX_PORTS + i,
			.sm_lid = 1,
			.prefix = 0xfe80000000000000ull,
			.pkeys = { 0xffff },
		};
	dev_states[dev] = DEV_WORKS;
}

bool port_exists(uint32_t port)
{
	return port >= 1 && port <= (uint32_t)cfg.ports;
}

bool port_is_active(int dev, int port)
{
	return port_of(dev, port)->state == IBV_PORT_ACTIVE;
}

/* Which device owns this LID, on an active port?  -1: none. */
int lid_to_dev(uint16_t lid)
{
	int dev, port;

	for (dev = 0; dev < cfg.devices; dev++)
		for (port = 1; port <= cfg.ports; port++)
			if (port_of(dev, port)->lid == lid)
				return dev_states[dev] == DEV_WORKS &&
				       port_is_active(dev, port) ? dev : -1;
	return -1;
}
