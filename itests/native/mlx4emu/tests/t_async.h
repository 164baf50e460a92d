/* SPDX-License-Identifier: Apache-2.0 */
/* t_async.h - asynchronous events and sysfs files, as a test reads them. */
#ifndef T_ASYNC_H
#define T_ASYNC_H

#include <poll.h>

#include "t_verbs.h"

/* The next event, acknowledged; type -1: none came within 20 s. */
static inline struct ibv_async_event t_next_event(struct ibv_context *c)
{
	struct ibv_async_event e = { .event_type = -1 };
	struct pollfd pf = { .fd = c->async_fd, .events = POLLIN };

	if (poll(&pf, 1, 20000) == 1 && !ibv_get_async_event(c, &e))
		ibv_ack_async_event(&e);
	return e;
}

static inline bool t_silent(struct ibv_context *c)
{
	struct pollfd pf = { .fd = c->async_fd, .events = POLLIN };

	return poll(&pf, 1, 0) == 0;
}

/* The first line of a file below /sys/class/infiniband, "" if it is not there. */
static inline const char *t_sysfs(const char *rel)
{
	static char line[200];
	char path[300];
	FILE *f;

	snprintf(path, sizeof(path), "/sys/class/infiniband/%s", rel);
	line[0] = 0;
	f = fopen(path, "r");
	if (f && fgets(line, sizeof(line), f))
		line[strcspn(line, "\n")] = 0;
	if (f)
		fclose(f);
	return line;
}

#define EXPECT_PORT_EVENT(c, type, port)					\
	do {								\
		struct ibv_async_event e_ = t_next_event(c);		\
		CHECK((int)e_.event_type == (int)(type) && e_.element.port_num == (port), \
		      "event %d port %d", e_.event_type, e_.element.port_num); \
	} while (0)

#define EXPECT_SYSFS(rel, text)						\
	CHECK(!strcmp(t_sysfs(rel), text), "%s", t_sysfs(rel))

#endif /* T_ASYNC_H */
