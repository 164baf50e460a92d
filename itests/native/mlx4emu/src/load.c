/* SPDX-License-Identifier: Apache-2.0 */
/* load.c - what happens when the library is loaded and unloaded. */
#include <infiniband/verbs.h>

#include "hardware.h"
#include "tree.h"

static __attribute__((constructor)) void emu_load(void)
{
	int dev, port;

	load_config();
	for (dev = 0; dev < num_devs(); dev++)
		for (port = 0; port < MAX_PORTS; port++)
			port_states[dev][port] = IBV_PORT_ACTIVE;
}

static __attribute__((destructor)) void emu_unload(void)
{
	engine_stop();
	tree_remove();
}
