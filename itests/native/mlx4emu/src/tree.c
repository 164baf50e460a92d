/* SPDX-License-Identifier: Apache-2.0 */
/* tree.c - where the device tree lives, and which paths lead into it. */
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <rdma/ib_user_verbs.h>

#include "tree.h"

static pid_t tree_pid;			/* who removes it at exit; 0: nobody */
static pthread_once_t tree_once = PTHREAD_ONCE_INIT;

static bool make_root(void)
{
	const char *dir = getenv("MLX4EMU_DIR");
	const char *tmp = getenv("TMPDIR");

	if (dir && *dir) {
		snprintf(tree_root, PATH_MAX, "%s", dir);
		sys_mkdir(tree_root);
		return true;
	}
	snprintf(tree_root, PATH_MAX, "%s/mlx4emu.XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(tree_root)) {
		warn("cannot create %s", tree_root);
		tree_root[0] = 0;
		return false;
	}
	tree_pid = getpid();
	return true;
}

static void make_tree(void)
{
	int i;

	if (!make_root())
		return;
	put_dir("sys/class/infiniband");
	put_dir("sys/class/infiniband_verbs");
	put_dir("dev/infiniband");
	put_file("sys/class/infiniband_verbs/abi_version", "%d\n",
		 IB_USER_VERBS_ABI_VERSION);
	for (i = 0; i < num_devs(); i++)
		put_device(i);
	dbg("device tree in %s", tree_root);
}

void tree_need(void)
{
	pthread_once(&tree_once, make_tree);
}

static int remove_entry(const char *path, const struct stat *sb, int flag,
			struct FTW *ftw)
{
	(void)sb, (void)flag, (void)ftw;
	return remove(path);
}

void tree_remove(void)
{
	if (tree_pid && tree_pid == getpid())
		nftw(tree_root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void tree_cut(const char *rel)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", tree_root, rel);
	nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *map_path(const char *path, char *buf, size_t n)
{
	int err = errno;

	if (likely(!path || path[0] != '/'))
		return path;
	if (strncmp(path, "/sys/class/infiniband", 21) &&
	    strncmp(path, "/dev/infiniband", 15))
		return path;
	tree_need();
	if (tree_root[0] && snprintf(buf, n, "%s%s", tree_root, path) < (int)n)
		path = buf;
	errno = err;
	return path;
}

int uverbs_index(const char *path)
{
	static const char prefix[] = "/dev/infiniband/uverbs";
	char *end;
	long n;

	if (!path || strncmp(path, prefix, sizeof(prefix) - 1))
		return -1;
	path += sizeof(prefix) - 1;
	n = strtol(path, &end, 10);
	return end != path && !*end && n >= 0 && n < num_devs() &&
	       dev_states[n] != DEV_GONE ? n : -1;
}
