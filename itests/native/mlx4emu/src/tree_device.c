/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tree_device.c - one device: its folder below /sys/class/infiniband, the one of
 * its uverbs node below /sys/class/infiniband_verbs, and the node itself.
 */
#include <stdio.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx4-abi.h>

#include "tree.h"

#define P(fmt, ...) (snprintf(rel, sizeof(rel), "%s/" fmt, base, ##__VA_ARGS__), rel)

/* The PCI identity by which libmlx4 recognises a ConnectX-3. */
static void put_pci(const char *base)
{
	char rel[160];

	put_file(P("hw_rev"), "1\n");
	put_file(P("hca_type"), "MT4099\n");
	put_file(P("board_id"), "MT_1090120019\n");
	put_file(P("device/vendor"), "0x15b3\n");
	put_file(P("device/device"), "0x1003\n");
	put_file(P("device/numa_node"), "-1\n");
	put_file(P("device/modalias"),
		 "pci:v000015B3d00001003sv000015B3sd00000055bc02sc80i00\n");
	put_dir("sys/bus/pci/drivers/mlx4_core");
	put_link(P("device/driver"), "../../../../bus/pci/drivers/mlx4_core");
}

static void put_uverbs(int dev, const char *name)
{
	char base[96], rel[160], target[96];

	snprintf(base, sizeof(base), "sys/class/infiniband_verbs/uverbs%d", dev);
	put_dir("%s", base);
	put_file(P("ibdev"), "%s\n", name);
	put_file(P("dev"), "%d:%d\n", CHR_MAJOR, CHR_MINOR0 + dev);
	put_file(P("abi_version"), "%d\n",
		 dev_is_foreign(dev) ? 2 : MLX4_IB_UVERBS_ABI_VERSION);
	snprintf(target, sizeof(target), "../../infiniband/%s/device", name);
	put_link(P("device"), target);
	snprintf(rel, sizeof(rel), "dev/infiniband/uverbs%d", dev);
	put_file(rel, "%s", "");
}

void remove_device(int dev)
{
	char name[32], rel[160];

	dev_name(dev, name, sizeof(name));
	snprintf(rel, sizeof(rel), "dev/infiniband/uverbs%d", dev);
	tree_cut(rel);
	snprintf(rel, sizeof(rel), "sys/class/infiniband_verbs/uverbs%d", dev);
	tree_cut(rel);
	snprintf(rel, sizeof(rel), "sys/class/infiniband/%s", name);
	tree_cut(rel);
}

void put_device(int dev)
{
	bool foreign = dev_is_foreign(dev);
	char name[32], base[96], rel[160];
	int port;

	dev_name(dev, name, sizeof(name));
	snprintf(base, sizeof(base), "sys/class/infiniband/%s", name);
	put_dir("%s/device/infiniband_verbs/uverbs%d", base, dev);
	put_file(P("node_type"), "1: CA\n");
	put_file(P("node_desc"), "mlx4emu %s\n", name);
	put_file(P("fw_ver"), foreign ? "0.0.0\n" : "2.42.5000\n");
	put_guid(P("node_guid"), dev_guid(dev));
	put_guid(P("sys_image_guid"), dev_guid(dev) + 3);
	if (!foreign)
		put_pci(base);
	for (port = 1; port <= cfg.ports; port++)
		put_new_port(dev, port);
	put_uverbs(dev, name);
}
