/* SPDX-License-Identifier: Apache-2.0 */
/* tree.h - the fake /sys/class/infiniband*, /sys/bus/pci and /dev/infiniband. */
#ifndef EMU_TREE_H
#define EMU_TREE_H

#include "emu.h"

/* ---- tree.c ---- */

/* Make the tree, once.  It is made when the first path of ours is asked for, so
 * that a program that never looks at RDMA leaves no trace in the temp folder. */
void tree_need(void);
/* At exit; not from a forked child, not if the folder was given to us. */
void tree_remove(void);

/* Remove this folder of the tree and what is below it. */
void tree_cut(const char *rel);

/* Map a path of ours into the tree; any other path comes back as it is.
 * errno is left alone. */
const char *map_path(const char *path, char *buf, size_t n);

/* Device number of /dev/infiniband/uverbsN, or -1. */
int uverbs_index(const char *path);

/* ---- tree_device.c, tree_port.c ---- */

void put_device(int dev);
void put_new_port(int dev, int port);	/* with counters, all 0 */
void put_port(int dev, int port);	/* again, after a change */
void remove_device(int dev);

/* ---- tree_put.c: single entries, by path relative to the root ---- */

extern char tree_root[];		/* "" until the tree exists */

void put_dir(const char *fmt, ...) FORMAT_ARGS(1, 2);
void put_file(const char *rel, const char *fmt, ...) FORMAT_ARGS(2, 3);
void put_link(const char *rel, const char *target);
void put_guid(const char *rel, uint64_t guid);

#endif /* EMU_TREE_H */
