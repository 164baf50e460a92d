/* SPDX-License-Identifier: Apache-2.0 */
/*
 * t_guard.c - how can a program know from outside that a context belongs to
 * libmlx4, before it calls mlx4dv_set_context_attr()?  Run with
 * MLX4EMU_FOREIGN=1: then there is a second device, rxe0, opened by librxe.
 */
#include <malloc.h>

#include "t_verbs.h"

/* Guard 1: the poll function of the context is code of the library that also
 * holds mlx4dv_set_context_attr. */
static bool same_library(struct ibv_context *ctx)
{
	Dl_info a, b;

	return dladdr((void *)ctx->ops.poll_cq, &a) &&
	       dladdr((void *)mlx4dv_set_context_attr, &b) &&
	       a.dli_fbase == b.dli_fbase;
}

/* Guard 2: the PCI driver behind the device. */
static bool driver_is_mlx4(struct ibv_device *dev)
{
	char path[600], link[256];
	ssize_t len;
	char *name;

	snprintf(path, sizeof(path), "%s/device/driver", dev->ibdev_path);
	len = readlink(path, link, sizeof(link) - 1);
	if (len <= 0)
		return false;
	link[len] = 0;
	name = strrchr(link, '/');
	return !strcmp(name ? name + 1 : link, "mlx4_core");
}

static void both_guards_accept_an_mlx4_context(void)
{
	struct ibv_context *ctx = t_open("mlx4_");
	struct mlx4dv_context dv = { 0 };

	CHECK(same_library(ctx));
	CHECK(driver_is_mlx4(ctx->device));
	CHECK(mlx4dv_query_device(ctx, &dv) == 0 && dv.max_inl_recv_sz == 512);
	CHECK(!ibv_close_device(ctx));
}

static void both_guards_refuse_a_foreign_context_and_query_device_does_not(void)
{
	struct ibv_context *ctx = t_open("rxe");
	struct mlx4dv_context dv = { 0 };

	CHECK(!same_library(ctx));
	CHECK(!driver_is_mlx4(ctx->device));
	CHECK(mlx4dv_query_device(ctx, &dv) == 0);
	CHECK(!ibv_close_device(ctx));
}

/* Why guards are needed.  The heap is damaged when this has run: it is the last
 * case, and the program ends without cleaning up. */
static void an_unguarded_call_writes_behind_a_foreign_context(void)
{
	struct mlx4dv_ctx_allocators al = { (void *)0x4141414141414141,
		(void *)0x4242424242424242, (void *)0x4343434343434343 };
	struct ibv_context *ctx = t_open("rxe");
	uint8_t *base = (uint8_t *)ctx, *hit = NULL;
	size_t size = malloc_usable_size(base - offsetof(struct verbs_context, context));
	uint8_t *behind = calloc(1, 65536);	/* so that there is something */
	int k;

	NEED(behind);
	CHECK(mlx4dv_set_context_attr(ctx, MLX4DV_SET_CTX_ATTR_BUF_ALLOCATORS, &al) == 0);
	for (k = 0; k < 16384; k++)
		if (!memcmp(base + k, &al, sizeof(al)))
			hit = base + k;
	CHECK(hit && (size_t)(hit - base) > size);
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(both_guards_accept_an_mlx4_context),
		CASE(both_guards_refuse_a_foreign_context_and_query_device_does_not),
		CASE(an_unguarded_call_writes_behind_a_foreign_context),
	};
	int r = T_MAIN(cases, NULL, NULL);

	fflush(stdout);
	_exit(r);
}
