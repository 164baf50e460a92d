/* SPDX-License-Identifier: Apache-2.0 */
/* load.c - what happens when the library is loaded and unloaded. */
#include "hardware.h"
#include "tree.h"

static __attribute__((constructor)) void emu_load(void)
{
	int dev;

	load_config();
	for (dev = 0; dev < num_devs(); dev++)
		dev_init(dev);
}

static __attribute__((destructor)) void emu_unload(void)
{
	engine_stop();
	tree_remove();
}
