/* SPDX-License-Identifier: Apache-2.0 */
/* devices.c - names, GUIDs, LIDs and port states of the devices that exist. */
#include <stdio.h>
#include <infiniband/verbs.h>

#include "emu.h"

uint8_t port_states[MAX_DEVS + 1][MAX_PORTS];

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

uint16_t port_lid(int dev, int port)
{
	return 1 + dev * MAX_PORTS + (port - 1);
}

bool port_exists(uint32_t port)
{
	return port >= 1 && port <= (uint32_t)cfg.ports;
}

bool port_is_active(int dev, int port)
{
	return port_states[dev][port - 1] == IBV_PORT_ACTIVE;
}

/* Which device owns this LID, on an active port?  -1: none. */
int lid_to_dev(uint16_t lid)
{
	int dev = (lid - 1) / MAX_PORTS, port = (lid - 1) % MAX_PORTS + 1;

	if (!lid || dev >= cfg.devices || port > cfg.ports)
		return -1;
	return port_is_active(dev, port) ? dev : -1;
}
