/* SPDX-License-Identifier: Apache-2.0 */
/* tree_port.c - /sys/class/infiniband/DEVICE/ports/N */
#include <stdio.h>
#include <infiniband/verbs.h>

#include "tree.h"

#define P(fmt, ...) (snprintf(rel, sizeof(rel), "%s/" fmt, base, ##__VA_ARGS__), rel)

static void port_base(int dev, int port, char *buf, size_t n)
{
	char name[32];

	dev_name(dev, name, sizeof(name));
	snprintf(buf, n, "sys/class/infiniband/%s/ports/%d", name, port);
}

static void put_state(const char *base, const struct port *p)
{
	static const char *const text[] = {
		"0: NOP", "1: DOWN", "2: INIT", "3: ARMED", "4: ACTIVE",
		"5: ACTIVE_DEFER",
	};
	char rel[160];

	put_file(P("state"), "%s\n", text[p->state]);
	put_file(P("phys_state"),
		 p->state == IBV_PORT_DOWN ? "3: Disabled\n" : "5: LinkUp\n");
}

static void put_counters(const char *base)
{
	static const char *const counters[] = {
		"VL15_dropped", "excessive_buffer_overrun_errors", "link_downed",
		"link_error_recovery", "local_link_integrity_errors",
		"port_rcv_constraint_errors", "port_rcv_data", "port_rcv_errors",
		"port_rcv_packets", "port_rcv_remote_physical_errors",
		"port_rcv_switch_relay_errors", "port_xmit_constraint_errors",
		"port_xmit_data", "port_xmit_discards", "port_xmit_packets",
		"port_xmit_wait", "symbol_error",
	};
	char rel[160];
	unsigned int i;

	put_dir("%s/counters", base);
	for (i = 0; i < ARRAY_LEN(counters); i++)
		put_file(P("counters/%s", counters[i]), "0\n");
}

static void put_gid(const char *rel, uint64_t prefix, uint64_t guid)
{
	put_file(rel, "%04x:%04x:%04x:%04x:%04x:%04x:%04x:%04x\n",
		 (unsigned)(prefix >> 48), (unsigned)(prefix >> 32) & 0xffff,
		 (unsigned)(prefix >> 16) & 0xffff, (unsigned)prefix & 0xffff,
		 (unsigned)(guid >> 48), (unsigned)(guid >> 32) & 0xffff,
		 (unsigned)(guid >> 16) & 0xffff, (unsigned)guid & 0xffff);
}

/* One GID made of prefix and port GUID; the rest of its table is empty. */
static void put_gids_and_pkeys(const char *base, const struct port *p,
			       uint64_t guid)
{
	char rel[160];
	int i;

	put_dir("%s/gids", base);
	put_dir("%s/pkeys", base);
	put_dir("%s/gid_attrs/types", base);
	put_dir("%s/gid_attrs/ndevs", base);
	for (i = 0; i < NUM_GIDS; i++) {
		put_gid(P("gids/%d", i), i ? 0 : p->prefix, i ? 0 : guid);
		put_file(P("gid_attrs/types/%d", i), "IB/RoCE v1\n");
	}
	for (i = 0; i < NUM_PKEYS; i++)
		put_file(P("pkeys/%d", i), "0x%04x\n", p->pkeys[i]);
}

/* Once, and again after each change: counters that a test has set stay. */
void put_port(int dev, int port)
{
	const struct port *p = port_of(dev, port);
	char base[96], rel[160];

	port_base(dev, port, base, sizeof(base));
	put_gids_and_pkeys(base, p, port_guid(dev, port));
	put_state(base, p);
	put_file(P("lid"), "0x%x\n", p->lid);
	put_file(P("lid_mask_count"), "0\n");
	put_file(P("sm_lid"), "0x%x\n", p->sm_lid);
	put_file(P("sm_sl"), "0\n");
	put_file(P("cap_mask"), "0x%08x\n", PORT_CAP_MASK);
	put_file(P("rate"), "56 Gb/sec (4X FDR)\n");
	put_file(P("link_layer"), "InfiniBand\n");
}

void put_new_port(int dev, int port)
{
	char base[96];

	put_port(dev, port);
	port_base(dev, port, base, sizeof(base));
	put_counters(base);
}
