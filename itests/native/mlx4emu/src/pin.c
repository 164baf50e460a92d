/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pin.c - memory that the kernel would pin for an object: queue buffers and
 * memory regions, whole pages.  With MLX4EMU_MEMLOCK the limit of locked memory
 * (RLIMIT_MEMLOCK) rules over it, as it does in the kernel over every process
 * without CAP_IPC_LOCK; here it rules over root too, so that tests can meet it.
 */
#include <sys/resource.h>

#include "objects.h"

static uint64_t pages_of(uint64_t addr, uint64_t bytes)
{
	uint64_t first = addr / PAGE, last = (addr + bytes - 1) / PAGE;

	return bytes ? last - first + 1 : 0;
}

static bool within_limit(uint64_t more)
{
	struct rlimit limit;

	if (!cfg.memlock || getrlimit(RLIMIT_MEMLOCK, &limit) ||
	    limit.rlim_cur == RLIM_INFINITY)
		return true;
	return atomic_load(&stats.pinned_pages) + more <= limit.rlim_cur / PAGE;
}

int pin(struct obj *o, uint64_t addr, uint64_t bytes)
{
	uint64_t pages = pages_of(addr, bytes);

	if (!within_limit(pages))
		return ENOMEM;
	o->pages += pages;
	COUNT_N(pinned_pages, pages);
	return 0;
}

int repin(struct obj *o, uint64_t addr, uint64_t bytes)
{
	uint64_t before = o->pages;
	int err = pin(o, addr, bytes);

	if (err)
		return err;
	o->pages -= before;
	atomic_fetch_sub(&stats.pinned_pages, before);
	return 0;
}

void unpin(struct obj *o)
{
	atomic_fetch_sub(&stats.pinned_pages, o->pages);
	o->pages = 0;
}
