/* SPDX-License-Identifier: Apache-2.0 */
/* t_port_events.c - what happens to a port, and where it can be seen. */
#include "t_async.h"
#include "t_data.h"

static struct ibv_wc wc;

static void open_port(void)
{
	data_open();
	NEED(!emu_reset(1));		/* a second device, fresh */
}

/* Leaves the device as it was, for the next case. */
static void close_port(void)
{
	data_close();
	CHECK(!emu_reset(0));
}

static struct ibv_port_attr port_now(int port)
{
	struct ibv_port_attr pa;

	NEED(!ibv_query_port(ctx, port, &pa));
	return pa;
}

static void a_lid_change_shows_in_the_query_and_in_sysfs(void)
{
	CHECK(!emu_event(0, 2, IBV_EVENT_LID_CHANGE, 0x1234));
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_LID_CHANGE, 2);
	CHECK(port_now(2).lid == 0x1234 && port_now(1).lid == 1);
	EXPECT_SYSFS("mlx4_0/ports/2/lid", "0x1234");
}

static void datagrams_go_by_the_new_lid(void)
{
	struct ibv_qp *qp = mk_ud(scq, rcq, 16, 1);
	struct ibv_ah *old = mk_ah(1, NULL), *new = mk_ah(0x99, NULL);

	CHECK(!emu_event(0, 1, IBV_EVENT_LID_CHANGE, 0x99));
	NEED(!t_recv(qp, 1, RX, 512, mr->lkey));
	NEED(!ud_send(qp, 2, old, qp->qp_num, QKEY, TX, 8, 0));
	EXPECT_OK(scq, 2);
	EXPECT_NOTHING(rcq, 0);
	NEED(!ud_send(qp, 3, new, qp->qp_num, QKEY, TX, 8, 0));
	EXPECT_OK(scq, 3);
	EXPECT_OK(rcq, 1);
	CHECK(wc.slid == 0x99);
	CHECK(!ibv_destroy_ah(old) && !ibv_destroy_ah(new) && !ibv_destroy_qp(qp));
}

static void a_lid_of_another_port_or_out_of_range_is_refused(void)
{
	CHECK(emu_event(0, 1, IBV_EVENT_LID_CHANGE, 2) == -EADDRINUSE);
	CHECK(emu_event(0, 1, IBV_EVENT_LID_CHANGE, 3) == -EADDRINUSE, "of mlx4_1");
	CHECK(emu_event(0, 1, IBV_EVENT_LID_CHANGE, 0xc000) == -EINVAL);
	CHECK(emu_event(0, 1, IBV_EVENT_LID_CHANGE, 0x10001) == -EINVAL);
	CHECK(port_now(1).lid == 1 && t_silent(ctx));
}

static void another_subnet_manager_shows_its_lid(void)
{
	CHECK(!emu_event(0, 1, IBV_EVENT_SM_CHANGE, 0x77));
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_SM_CHANGE, 1);
	CHECK(port_now(1).sm_lid == 0x77 && port_now(2).sm_lid == 1);
	EXPECT_SYSFS("mlx4_0/ports/1/sm_lid", "0x77");
	CHECK(emu_event(0, 1, IBV_EVENT_SM_CHANGE, 0xc000) == -EINVAL);
}

static void another_prefix_changes_the_gid(void)
{
	union ibv_gid before, after;

	NEED(!ibv_query_gid(ctx, 1, 0, &before));
	CHECK(!emu_event(0, 1, IBV_EVENT_GID_CHANGE, 0xfec0000000000005));
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_GID_CHANGE, 1);
	CHECK(!ibv_query_gid(ctx, 1, 0, &after) &&
	      be64toh(after.global.subnet_prefix) == 0xfec0000000000005 &&
	      after.global.interface_id == before.global.interface_id);
	EXPECT_SYSFS("mlx4_0/ports/1/gids/0", "fec0:0000:0000:0005:0002:c903:00e7:0001");
	EXPECT_SYSFS("mlx4_0/ports/2/gids/0", "fe80:0000:0000:0000:0002:c903:00e7:0002");
}

static void a_pkey_comes_and_goes(void)
{
	__be16 pkey;

	CHECK(!emu_event(0, 1, IBV_EVENT_PKEY_CHANGE, 3 << 16 | 0x8005));
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_PKEY_CHANGE, 1);
	CHECK(!ibv_query_pkey(ctx, 1, 3, &pkey) && be16toh(pkey) == 0x8005);
	CHECK(!emu_event(0, 1, IBV_EVENT_PKEY_CHANGE, 3 << 16));
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_PKEY_CHANGE, 1);
	CHECK(!ibv_query_pkey(ctx, 1, 3, &pkey) && pkey == 0);
	CHECK(emu_event(0, 1, IBV_EVENT_PKEY_CHANGE, 8 << 16 | 1) == -EINVAL);
}

static void a_port_error_takes_the_port_down_until_it_is_active(void)
{
	CHECK(!emu_event(0, 1, IBV_EVENT_PORT_ERR, 0));
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_PORT_ERR, 1);
	CHECK(port_now(1).state == IBV_PORT_DOWN && port_now(1).phys_state == 3);
	EXPECT_SYSFS("mlx4_0/ports/1/state", "1: DOWN");
	CHECK(!emu_event(0, 1, IBV_EVENT_PORT_ACTIVE, 0));
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_PORT_ACTIVE, 1);
	CHECK(port_now(1).state == IBV_PORT_ACTIVE);
	EXPECT_SYSFS("mlx4_0/ports/1/phys_state", "5: LinkUp");
}

/* With the value 0 nothing changes: neither with those that have no value. */
static void bare_events_change_nothing(void)
{
	static const int types[] = {
		IBV_EVENT_CLIENT_REREGISTER, IBV_EVENT_LID_CHANGE,
		IBV_EVENT_SM_CHANGE, IBV_EVENT_GID_CHANGE, IBV_EVENT_PKEY_CHANGE,
	};
	struct ibv_port_attr before = port_now(2), after;
	unsigned int i;

	for (i = 0; i < sizeof(types) / sizeof(*types); i++) {
		CHECK(!emu_event(0, 2, types[i], 0));
		EXPECT_PORT_EVENT(ctx, types[i], 2);
		after = port_now(2);
		CHECK(!memcmp(&before, &after, sizeof(before)));
	}
}

static void every_context_of_the_device_hears_it_and_no_other(void)
{
	struct ibv_context *second = t_open("mlx4_0"), *other = t_open("mlx4_1");

	CHECK(!emu_event(0, 1, IBV_EVENT_CLIENT_REREGISTER, 0));
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_CLIENT_REREGISTER, 1);
	EXPECT_PORT_EVENT(second, IBV_EVENT_CLIENT_REREGISTER, 1);
	CHECK(t_silent(other));
	CHECK(!ibv_close_device(second) && !ibv_close_device(other));
}

static void what_there_is_not_is_refused(void)
{
	CHECK(emu_event(2, 1, IBV_EVENT_PORT_ERR, 0) == -EINVAL);
	CHECK(emu_event(-1, 1, IBV_EVENT_PORT_ERR, 0) == -EINVAL);
	CHECK(emu_event(0, 0, IBV_EVENT_PORT_ERR, 0) == -EINVAL);
	CHECK(emu_event(0, 3, IBV_EVENT_PORT_ERR, 0) == -EINVAL);
	CHECK(emu_event(0, 1, IBV_EVENT_QP_FATAL, 0) == -EINVAL);
	CHECK(emu_event(0, 1, 99, 0) == -EINVAL);
	CHECK(emu_event(0, 1, IBV_EVENT_PORT_ERR, 1) == -EINVAL);
	CHECK(port_now(1).state == IBV_PORT_ACTIVE && t_silent(ctx));
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(a_lid_change_shows_in_the_query_and_in_sysfs),
		CASE(datagrams_go_by_the_new_lid),
		CASE(a_lid_of_another_port_or_out_of_range_is_refused),
		CASE(another_subnet_manager_shows_its_lid),
		CASE(another_prefix_changes_the_gid),
		CASE(a_pkey_comes_and_goes),
		CASE(a_port_error_takes_the_port_down_until_it_is_active),
		CASE(bare_events_change_nothing),
		CASE(every_context_of_the_device_hears_it_and_no_other),
		CASE(what_there_is_not_is_refused),
	};

	return T_MAIN(cases, open_port, close_port);
}
