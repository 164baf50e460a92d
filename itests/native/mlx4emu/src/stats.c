/* SPDX-License-Identifier: Apache-2.0 */
/* stats.c - the counters and their names. */
#include <string.h>

#include "../mlx4emu.h"
#include "emu.h"

struct stats stats;

EXPORT uint64_t mlx4emu_stat(const char *name)
{
#define X(n) if (!strcmp(name, #n)) return atomic_load(&stats.n);
	EMU_STATS(X)
#undef X
	return ~0ull;
}
