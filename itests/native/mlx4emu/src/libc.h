/* SPDX-License-Identifier: Apache-2.0 */
/* libc.h - for the files that stand in for libc functions. */
#ifndef EMU_LIBC_H
#define EMU_LIBC_H

#include <dlfcn.h>
#include <limits.h>

#include "objects.h"
#include "tree.h"

/* The next definition of a libc function behind ours. */
#define REAL(ret, name, ...)						\
	static ret (*real_##name)(__VA_ARGS__);				\
	if (unlikely(!real_##name))					\
		real_##name = (ret (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

#endif /* EMU_LIBC_H */
