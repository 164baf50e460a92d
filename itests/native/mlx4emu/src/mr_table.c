/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mr_table.c - memory keys: the table index in the upper 24 bits, a varying tag
 * in the lower 8, so that the key of a region that is gone fits no later one.
 */
#include <stdlib.h>
#include <string.h>
#include <infiniband/mlx4dv.h>

#include "objects.h"

static struct mr **mr_by_idx;		/* by key >> 8 */
static uint32_t mr_len;

int mr_insert(struct mr *mr)
{
	static uint8_t tag;
	uint32_t i;

	for (i = 1; i < mr_len && mr_by_idx[i]; i++)
		;
	if (i >= mr_len) {
		uint32_t len = mr_len ? mr_len * 2 : 64;
		struct mr **n = realloc(mr_by_idx, len * sizeof(*n));

		if (!n)
			return ENOMEM;
		memset(n + mr_len, 0, (len - mr_len) * sizeof(*n));
		mr_by_idx = n;
		mr_len = len;
	}
	mr_by_idx[i] = mr;
	mr->key = i << 8 | tag++;
	if (mr->key == MLX4_INVALID_LKEY)	/* 0x100 is reserved */
		mr->key |= tag++;
	return 0;
}

struct mr *mr_find(uint32_t key)
{
	uint32_t i = key >> 8;
	struct mr *mr = i < mr_len ? mr_by_idx[i] : NULL;

	return mr && mr->key == key ? mr : NULL;
}

void mr_remove(struct mr *mr)
{
	mr_by_idx[mr->key >> 8] = NULL;
}
