/* SPDX-License-Identifier: Apache-2.0 */
/* config.c - the environment variables, and messages to stderr. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu.h"

struct config cfg;

static void print(const char *prefix, const char *fmt, va_list ap)
{
	fputs(prefix, stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
}

void dbg(const char *fmt, ...)
{
	va_list ap;

	if (!cfg.debug)
		return;
	va_start(ap, fmt);
	print("mlx4emu: ", fmt, ap);
	va_end(ap);
}

void warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print("mlx4emu: warning: ", fmt, ap);
	va_end(ap);
}

/* A number out of range becomes the nearest one that is in range. */
static int env_int(const char *name, int dflt, int lo, int hi)
{
	const char *s = getenv(name);
	long v = s && *s ? strtol(s, NULL, 0) : dflt;

	return v < lo ? lo : v > hi ? hi : (int)v;
}

void load_config(void)
{
	cfg.devices = env_int("MLX4EMU_DEVICES", 1, 0, MAX_DEVS);
	cfg.ports = env_int("MLX4EMU_PORTS", 2, 1, MAX_PORTS);
	cfg.cqe64 = env_int("MLX4EMU_CQE64", 0, 0, 1);
	cfg.spin = env_int("MLX4EMU_SPIN", 0, 0, 1);
	cfg.foreign = env_int("MLX4EMU_FOREIGN", 0, 0, 1);
	cfg.debug = env_int("MLX4EMU_DEBUG", 0, 0, 1);
	cfg.strict = env_int("MLX4EMU_STRICT", 0, 0, 1);
	cfg.memlock = env_int("MLX4EMU_MEMLOCK", 0, 0, 1);
	cfg.idle_us = env_int("MLX4EMU_IDLE_US", 20, 1, 100000);
	cfg.max_retry_ms = env_int("MLX4EMU_MAX_RETRY_MS", 500, 0, 60000);
	cfg.cpu = env_int("MLX4EMU_CPU", -1, -1, 1023);
	cfg.control = getenv("MLX4EMU_CONTROL");
	if (cfg.control && !*cfg.control)
		cfg.control = NULL;
}
