/* SPDX-License-Identifier: Apache-2.0 */
/* control_line.c - the words of a line of MLX4EMU_CONTROL, and what they call. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <infiniband/verbs.h>

#include "../mlx4emu.h"
#include "control_line.h"
#include "hardware.h"

enum { MAX_WORDS = 6 };

struct words { int n; char *w[MAX_WORDS]; char *told; };
struct name { const char *name; int code; };

static const struct name event_names[] = {
	{ "cq_err", IBV_EVENT_CQ_ERR },
	{ "qp_fatal", IBV_EVENT_QP_FATAL },
	{ "qp_req_err", IBV_EVENT_QP_REQ_ERR },
	{ "qp_access_err", IBV_EVENT_QP_ACCESS_ERR },
	{ "comm_est", IBV_EVENT_COMM_EST },
	{ "sq_drained", IBV_EVENT_SQ_DRAINED },
	{ "path_mig", IBV_EVENT_PATH_MIG },
	{ "path_mig_err", IBV_EVENT_PATH_MIG_ERR },
	{ "device_fatal", IBV_EVENT_DEVICE_FATAL },
	{ "port_active", IBV_EVENT_PORT_ACTIVE },
	{ "port_err", IBV_EVENT_PORT_ERR },
	{ "lid_change", IBV_EVENT_LID_CHANGE },
	{ "pkey_change", IBV_EVENT_PKEY_CHANGE },
	{ "sm_change", IBV_EVENT_SM_CHANGE },
	{ "srq_err", IBV_EVENT_SRQ_ERR },
	{ "srq_limit_reached", IBV_EVENT_SRQ_LIMIT_REACHED },
	{ "qp_last_wqe_reached", IBV_EVENT_QP_LAST_WQE_REACHED },
	{ "client_reregister", IBV_EVENT_CLIENT_REREGISTER },
	{ "gid_change", IBV_EVENT_GID_CHANGE },
	{ NULL, 0 },
};

static const struct name state_names[] = {
	{ "down", IBV_PORT_DOWN }, { "init", IBV_PORT_INIT },
	{ "armed", IBV_PORT_ARMED }, { "active", IBV_PORT_ACTIVE }, { NULL, 0 },
};

static const struct name side_names[] = {
	{ "receive", 0 }, { "send", 1 }, { NULL, 0 },
};

static int code_of(const struct name *table, const char *word)
{
	for (; table->name; table++)
		if (!strcmp(table->name, word))
			return table->code;
	return -1;
}

static int device_of(const char *word)
{
	char name[32];
	int dev;

	for (dev = 0; dev < num_devs(); dev++) {
		dev_name(dev, name, sizeof(name));
		if (!strcmp(name, word))
			return dev;
	}
	return -1;
}

static bool is_number(const char *word)
{
	char *end;

	strtoull(word, &end, 0);
	return end != word && !*end && *word != '-';
}

/* A word that is missing is 0. */
static uint64_t number(const struct words *s, int i)
{
	return i < s->n ? strtoull(s->w[i], NULL, 0) : 0;
}

/* -1, which no function takes, if it fits no port. */
static int port_number(const struct words *s, int i)
{
	uint64_t v = number(s, i);

	return v <= MAX_PORTS ? (int)v : -1;
}

static int do_event(const struct words *s)
{
	return mlx4emu_event(device_of(s->w[1]), port_number(s, 2),
			     code_of(event_names, s->w[3]), number(s, 4));
}

static int do_object(const struct words *s)
{
	return mlx4emu_object_event(number(s, 1),
				    code_of(event_names, s->w[2]));
}

static int do_port(const struct words *s)
{
	return mlx4emu_port_state(device_of(s->w[1]), port_number(s, 2),
				  code_of(state_names, s->w[3]));
}

static int do_inject(const struct words *s)
{
	int side = code_of(side_names, s->w[2]);

	if (side < 0)
		return -EINVAL;
	return mlx4emu_inject(number(s, 1), side, number(s, 3),
			      number(s, 4), s->n > 5 ? number(s, 5) : 1);
}

static int do_hold(const struct words *s)
{
	uint64_t on = number(s, 1);

	return on > 1 ? -EINVAL : mlx4emu_hold(on);
}

static int do_reset(const struct words *s)
{
	return mlx4emu_reset(device_of(s->w[1]));
}

static int do_flood(const struct words *s)
{
	uint64_t mode = number(s, 2), bytes = s->n > 4 ? number(s, 4) : 16;

	if (mode > MLX4EMU_FLOOD_RECV || bytes > PORT_MTU_BYTES)
		return -EINVAL;
	return mlx4emu_flood_start(number(s, 1), mode, 0, number(s, 3), bytes);
}

/* Of all floods of the process. */
static int do_flood_all(const struct words *s)
{
	if (!strcmp(s->w[1], "stop"))
		flood_stop_all();
	else if (strcmp(s->w[1], "count"))
		return -EINVAL;
	snprintf(s->told, TOLD_CHARS, "%" PRIu64 ", on %u, gone %" PRIu64,
		 mlx4emu_stat("flooded"), floods_on(), mlx4emu_stat("floods_gone"));
	return 0;
}

static const struct verb {
	const char *name;
	int least, most;		/* words, with the verb */
	bool numbers[MAX_WORDS];	/* which of them have to be numbers */
	int (*run)(const struct words *s);
} verbs[] = {
	{ "event", 4, 5, { [2] = true, [4] = true }, do_event },
	{ "object", 3, 3, { [1] = true }, do_object },
	{ "port", 4, 4, { [2] = true }, do_port },
	{ "inject", 4, 6, { [1] = true, [3] = true, [4] = true, [5] = true }, do_inject },
	{ "flood", 4, 5, { [1] = true, [2] = true, [3] = true, [4] = true }, do_flood },
	{ "flood", 2, 2, { false }, do_flood_all },
	{ "hold", 2, 2, { [1] = true }, do_hold },
	{ "reset", 2, 2, { false }, do_reset },
};

static bool split(char *line, struct words *s)
{
	char *save = NULL, *w = strtok_r(line, " \t\r", &save);

	for (s->n = 0; w; w = strtok_r(NULL, " \t\r", &save)) {
		if (s->n == MAX_WORDS)
			return false;
		s->w[s->n++] = w;
	}
	return s->n > 0;
}

static bool numbers_are_numbers(const struct verb *v, const struct words *s)
{
	int i;

	for (i = 0; i < s->n; i++)
		if (v->numbers[i] && !is_number(s->w[i]))
			return false;
	return true;
}

/* The verb of that name that takes so many words; NULL: see why. */
static const struct verb *verb_of(const struct words *s, const char **why)
{
	const struct verb *v;

	*why = "no such verb";
	for (v = verbs; v < verbs + ARRAY_LEN(verbs); v++) {
		if (strcmp(v->name, s->w[0]))
			continue;
		if (s->n >= v->least && s->n <= v->most)
			return v;
		*why = "too few words, or too many";
	}
	return NULL;
}

const char *control_line(char *line, char told[TOLD_CHARS])
{
	struct words s = { .told = told };
	const struct verb *v;
	const char *why;
	int r;

	told[0] = 0;
	if (!split(line, &s))
		return "not a line of words";
	v = verb_of(&s, &why);
	if (!v)
		return why;
	if (!numbers_are_numbers(v, &s))
		return "a word is not a number";
	r = v->run(&s);
	return r ? strerrordesc_np(-r) : NULL;
}
