/* SPDX-License-Identifier: Apache-2.0 */
/* t.h - cases, checks and the entry points of the emulator. */
#ifndef T_H
#define T_H

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Each case reports one line, PASS or FAIL, that check.sh counts. */
struct t_case { const char *name; void (*run)(void); };
#define CASE(f) { #f, f }

static int t_checks, t_bad;
static const struct t_case *t_now, *t_end;

#define CHECK(cond, ...)						\
	do {								\
		t_checks++;						\
		if (!(cond)) {						\
			t_bad++;					\
			printf("  %s:%d: %s ", __FILE__, __LINE__, #cond);	\
			printf(" " __VA_ARGS__);			\
			printf("\n");					\
		}							\
	} while (0)

/* For what the rest cannot do without: the program ends here. */
#define NEED(cond)							\
	do {								\
		if (!(cond)) {						\
			printf("  %s:%d: %s (errno %d %s)\n", __FILE__,	\
			       __LINE__, #cond, errno, strerror(errno));	\
			t_give_up();					\
		}							\
	} while (0)

static inline void t_give_up(void)
{
	if (t_now)
		printf("FAIL %s: broke off\n", t_now++->name);
	for (; t_now && t_now < t_end; t_now++)
		printf("SKIP %s: an earlier case broke off\n", t_now->name);
	exit(1);
}

/* before() and after() surround each case and belong to it; may be NULL. */
static inline int t_main(const struct t_case *cases, int n, void (*before)(void),
			 void (*after)(void))
{
	int failed = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	t_end = cases + n;
	for (t_now = cases; t_now < t_end; t_now++) {
		t_checks = t_bad = 0;
		if (before)
			before();
		t_now->run();
		if (after)
			after();
		failed += t_bad > 0;
		printf("%s %s: %d checks", t_bad ? "FAIL" : "PASS", t_now->name,
		       t_checks);
		printf(t_bad ? ", %d of them failed\n" : "\n", t_bad);
	}
	return failed > 0;
}

#define T_MAIN(cases, before, after)					\
	t_main(cases, sizeof(cases) / sizeof(*(cases)), before, after)

/* Entry points of the emulator, found at run time: see mlx4emu.h. */
#define EMU __attribute__((unused)) static
EMU int (*emu_inject)(uint32_t, int, int, int, int);
EMU int (*emu_flood_start)(uint32_t, int, uint64_t, uint64_t, uint32_t);
EMU int (*emu_flood_stop)(uint32_t);
EMU uint64_t (*emu_flood_count)(uint32_t);
EMU uint64_t (*emu_flood_run)(uint32_t);
EMU int64_t (*emu_fill)(uint32_t, uint32_t, uint32_t);
EMU int (*emu_hold)(int);
EMU int (*emu_fail_wq)(int);
EMU int (*emu_port_state)(int, int, int);
EMU int (*emu_event)(int, int, int, uint64_t);
EMU int (*emu_object_event)(uint32_t, int);
EMU int (*emu_reset)(int);
EMU uint64_t (*emu_stat)(const char *);
#undef EMU

static inline void t_emu(void)
{
#define GET(n) NEED(*(void **)&emu_##n = dlsym(RTLD_DEFAULT, "mlx4emu_" #n))
	GET(inject); GET(flood_start); GET(flood_stop); GET(flood_count); GET(flood_run);
	GET(fill); GET(hold); GET(port_state); GET(stat);
	GET(event); GET(object_event); GET(reset); GET(fail_wq);
#undef GET
}

static inline uint64_t t_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

#endif /* T_H */
