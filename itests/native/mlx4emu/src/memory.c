/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - from keys and addresses to memory, and copying between lists. */
#include <string.h>

#include "hardware.h"

/* Translate (key, address) as the device's tables do; NULL: refused. */
uint8_t *mr_addr(struct pd *pd, uint32_t key, uint64_t va, uint64_t len,
		 uint32_t access)
{
	struct mr *mr = mr_find(key);

	if (!mr || mr->pd != pd || (mr->access & access) != access ||
	    va < mr->va || len > mr->length || va - mr->va > mr->length - len)
		return NULL;
	return (uint8_t *)(uintptr_t)(mr->start + (va - mr->va));
}

bool sgl_add(struct sgl *l, uint8_t *p, uint32_t len)
{
	if (!len)
		return true;
	if (l->n == ARRAY_LEN(l->s))
		return false;
	l->s[l->n++] = (struct seg){ p, len };
	l->total += len;
	return true;
}

/* Copy len bytes between two lists, each from a byte offset on. */
void sgl_copy(const struct sgl *dst, uint64_t doff, const struct sgl *src,
	      uint64_t soff, uint64_t len)
{
	unsigned int d = 0, s = 0;

	while (len) {
		uint64_t n, dn, sn;

		if (d >= dst->n || s >= src->n)
			return;
		if (doff >= dst->s[d].len) {
			doff -= dst->s[d++].len;
			continue;
		}
		if (soff >= src->s[s].len) {
			soff -= src->s[s++].len;
			continue;
		}
		dn = dst->s[d].len - doff;
		sn = src->s[s].len - soff;
		n = dn < sn ? dn : sn;
		n = n < len ? n : len;
		memcpy(dst->s[d].p + doff, src->s[s].p + soff, n);
		doff += n;
		soff += n;
		len -= n;
	}
}
