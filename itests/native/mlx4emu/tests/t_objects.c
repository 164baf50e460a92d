/* SPDX-License-Identifier: Apache-2.0 */
/* t_objects.c - what a device says of itself, and the life of its objects. */
#include "t_verbs.h"

static struct ibv_context *ctx;
static struct ibv_pd *pd;
static struct ibv_cq *cq;

static void open_device(void)
{
	t_emu();
	ctx = t_open("mlx4_");
	NEED(pd = ibv_alloc_pd(ctx));
	NEED(cq = ibv_create_cq(ctx, 100, NULL, NULL, 0));
}

static void close_device(void)
{
	CHECK(!ibv_destroy_cq(cq) && !ibv_dealloc_pd(pd) && !ibv_close_device(ctx));
	CHECK(emu_stat("contexts") == 0 && emu_stat("cqs") == 0 &&
	      emu_stat("qps") == 0 && emu_stat("pds") == 0 && emu_stat("mrs") == 0);
}

static void device_port_gid_and_pkey_can_be_queried(void)
{
	struct ibv_device_attr da;
	struct ibv_port_attr pa;
	union ibv_gid gid;
	__be16 pkey;

	CHECK(!ibv_query_device(ctx, &da) && da.vendor_part_id == 4099);
	CHECK(!ibv_query_port(ctx, 1, &pa) && pa.state == IBV_PORT_ACTIVE && pa.lid == 1);
	CHECK(ibv_query_port(ctx, 9, &pa) == EINVAL);
	CHECK(!ibv_query_gid(ctx, 1, 0, &gid) && gid.raw[0] == 0xfe);
	CHECK(!ibv_query_pkey(ctx, 1, 0, &pkey) && pkey == 0xffff);
}

static void memory_regions_need_mapped_memory_and_hold_their_pd(void)
{
	static char buf[8192];
	struct ibv_mr *mr;

	NEED(mr = ibv_reg_mr(pd, buf, sizeof(buf), IBV_ACCESS_LOCAL_WRITE));
	CHECK(mr->lkey == mr->rkey && mr->lkey);
	CHECK(!ibv_reg_mr(pd, (void *)0x10000, 4096, 0), "not mapped");
	CHECK(!ibv_reg_mr(pd, buf, sizeof(buf), IBV_ACCESS_REMOTE_WRITE),
	      "remote write needs local write");
	CHECK(ibv_dealloc_pd(pd) == EBUSY);
	CHECK(!ibv_dereg_mr(mr));
}

static void cq_sizes_are_rounded_up_and_qps_hold_their_cq(void)
{
	struct ibv_qp *qp;

	CHECK(cq->cqe == 127);
	CHECK(emu_stat("last_cq_buf") % 4096 == 0);
	NEED(qp = t_qp(pd, cq, cq, IBV_QPT_UD, NULL, 64, 1));
	CHECK(ibv_destroy_cq(cq) == EBUSY);
	CHECK(!ibv_destroy_qp(qp));
}

static void qp_states_have_an_order_and_mandatory_attributes(void)
{
	struct ibv_qp_attr a = { .qp_state = IBV_QPS_INIT, .port_num = 1 };
	struct ibv_qp_init_attr ia;
	struct ibv_qp *ud, *rc;

	NEED(ud = t_qp(pd, cq, cq, IBV_QPT_UD, NULL, 64, 1));
	NEED(rc = t_qp(pd, cq, cq, IBV_QPT_RC, NULL, 64, 1));
	CHECK(ibv_modify_qp(ud, &a, IBV_QP_STATE | IBV_QP_PORT) == EINVAL);
	a.qp_state = IBV_QPS_RTS;
	CHECK(ibv_modify_qp(ud, &a, IBV_QP_STATE | IBV_QP_SQ_PSN) == EINVAL);
	CHECK(!t_ud_up(ud, 1, 0x11));
	CHECK(!ibv_query_qp(ud, &a, IBV_QP_STATE | IBV_QP_QKEY, &ia) &&
	      a.qp_state == IBV_QPS_RTS && a.qkey == 0x11);
	CHECK(!t_rc_up(rc, rc->qp_num, 1, 7));
	CHECK(!ibv_destroy_qp(ud) && !ibv_destroy_qp(rc));
}

/* But for the first one of a port, for which libmlx4 asks for the link layer. */
static void address_handles_need_no_command(void)
{
	struct ibv_ah_attr aa = { .dlid = 1, .port_num = 1 };
	struct ibv_ah *first, *second;
	uint64_t commands;

	NEED(first = ibv_create_ah(pd, &aa));
	commands = emu_stat("commands");
	NEED(second = ibv_create_ah(pd, &aa));
	CHECK(!ibv_destroy_ah(first) && !ibv_destroy_ah(second));
	CHECK(emu_stat("commands") == commands);
}

static void multicast_is_for_ud_and_holds_the_qp(void)
{
	union ibv_gid ipv4_group = { .raw = { [10] = 0xff, 0xff, 239, 77, 0, 1 } };
	union ibv_gid ipv4_host = { .raw = { [10] = 0xff, 0xff, 192, 0, 2, 1 } };
	union ibv_gid no_group = { .raw = { 0xfe, 0x80, [15] = 1 } };
	union ibv_gid mgid = { .raw = { 0xff, 0x12, 0x40, 0x1b, 1, 2, 3 } };
	struct ibv_qp *ud, *rc;

	NEED(ud = t_qp(pd, cq, cq, IBV_QPT_UD, NULL, 64, 1));
	NEED(rc = t_qp(pd, cq, cq, IBV_QPT_RC, NULL, 64, 1));
	CHECK(ibv_attach_mcast(rc, &mgid, 0xc001) == EINVAL);
	CHECK(ibv_attach_mcast(ud, &no_group, 0xc001) == EINVAL);
	CHECK(ibv_attach_mcast(ud, &ipv4_host, 0xc001) == EINVAL);
	CHECK(!ibv_attach_mcast(ud, &ipv4_group, 0xc001));
	CHECK(!ibv_detach_mcast(ud, &ipv4_group, 0xc001));
	CHECK(ibv_attach_mcast(ud, &mgid, 0) == EINVAL);
	CHECK(ibv_attach_mcast(ud, &mgid, 0xbfff) == EINVAL);
	CHECK(ibv_attach_mcast(ud, &mgid, 0xffff) == EINVAL);
	CHECK(emu_stat("mcast_attached") == 0);
	CHECK(!ibv_attach_mcast(ud, &mgid, 0xc001));
	CHECK(emu_stat("mcast_attached") == 1);
	CHECK(ibv_destroy_qp(ud) == EBUSY);
	CHECK(ibv_detach_mcast(ud, &mgid, 0xc002) == EINVAL);
	CHECK(!ibv_detach_mcast(ud, &mgid, 0xc001));
	CHECK(ibv_detach_mcast(ud, &mgid, 0xc001) == EINVAL);
	CHECK(!ibv_destroy_qp(ud) && !ibv_destroy_qp(rc));
}

static void moderation_of_a_cq_is_a_command_of_its_own(void)
{
	struct ibv_modify_cq_attr a = {
		.attr_mask = IBV_CQ_ATTR_MODERATE,
		.moderate = { .cq_count = 16, .cq_period = 250 },
	};

	CHECK(!ibv_modify_cq(cq, &a));
	CHECK(emu_stat("last_cq_moderate_count") == 16);
	CHECK(emu_stat("last_cq_moderate_period") == 250);
	a.attr_mask = 0;
	CHECK(ibv_modify_cq(cq, &a) == EINVAL);
	a.attr_mask = IBV_CQ_ATTR_MODERATE << 1;
	CHECK(ibv_modify_cq(cq, &a) == EINVAL, "refused by libibverbs itself");
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(device_port_gid_and_pkey_can_be_queried),
		CASE(memory_regions_need_mapped_memory_and_hold_their_pd),
		CASE(cq_sizes_are_rounded_up_and_qps_hold_their_cq),
		CASE(qp_states_have_an_order_and_mandatory_attributes),
		CASE(address_handles_need_no_command),
		CASE(multicast_is_for_ud_and_holds_the_qp),
		CASE(moderation_of_a_cq_is_a_command_of_its_own),
	};

	return T_MAIN(cases, open_device, close_device);
}
