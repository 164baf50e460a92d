/* SPDX-License-Identifier: Apache-2.0 */
/* Loaded with LD_AUDIT (rtld-audit(7)): the loader does not find the library that HIDDEN_LIBRARY names. */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned int la_version(unsigned int version)
{
	return version;
}

char *la_objsearch(const char *name, uintptr_t *cookie, unsigned int flag)
{
	static char nowhere[256];
	const char *hidden = getenv("HIDDEN_LIBRARY");
	const char *slash = strrchr(name, '/');

	(void)cookie;
	(void)flag;
	if (!hidden || strcmp(slash ? slash + 1 : name, hidden))
		return (char *)name;
	/* A path rather than NULL: the loader then says what it says of a missing file. */
	snprintf(nowhere, sizeof(nowhere), "/nonexistent/%s", hidden);
	return nowhere;
}
