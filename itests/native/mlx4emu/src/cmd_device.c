/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_device.c - opening a context, and what device and ports say of themselves.
 * The numbers are those of a ConnectX-3 with firmware 2.42. */
#include "cmd.h"

int cmd_get_context(struct cmd *c)
{
	struct ib_uverbs_get_context_resp r = { .num_comp_vectors = NUM_VECTORS };
	struct mlx4_ib_alloc_ucontext_resp m = {
		.dev_caps = cfg.cqe64 ? MLX4_USER_DEV_CAP_LARGE_CQE : 0,
		.qp_tab_size = NUM_QPS,
		.bf_reg_size = BF_REG_SIZE,
		.bf_regs_per_page = 8,
		.cqe_size = cfg.cqe64 ? 64 : 32,
	};

	if (c->ctx->async)
		return EINVAL;
	c->ctx->async = evq_new(true);
	if (!c->ctx->async)
		return EMFILE;
	c->ctx->async->refs++;		/* one for the fd, one for the context */
	r.async_fd = c->ctx->async->fd;
	engine_start();
	return reply(c, &r, sizeof(r), &m, sizeof(m));
}

static void fill_device(struct context *ctx, struct ib_uverbs_query_device_resp *r)
{
	bool foreign = dev_is_foreign(ctx->dev);

	*r = (struct ib_uverbs_query_device_resp){
		.fw_ver = foreign ? 0 : 2ull << 32 | 42ull << 16 | 5000,
		.node_guid = htobe64(dev_guid(ctx->dev)),
		.sys_image_guid = htobe64(dev_guid(ctx->dev) + 3),
		.max_mr_size = ~0ull,
		.page_size_cap = 0xfffffe00,
		.vendor_id = foreign ? 0xffffff : 0x02c9,
		.vendor_part_id = foreign ? 0 : 4099,
		.hw_ver = 1,
		.max_qp = 131000,
		.max_qp_wr = MAX_QP_WR,
		.device_cap_flags = IBV_DEVICE_BAD_PKEY_CNTR |
			IBV_DEVICE_BAD_QKEY_CNTR | IBV_DEVICE_CHANGE_PHY_PORT |
			IBV_DEVICE_CURR_QP_STATE_MOD | IBV_DEVICE_SHUTDOWN_PORT |
			IBV_DEVICE_INIT_TYPE | IBV_DEVICE_PORT_ACTIVE_EVENT |
			IBV_DEVICE_SYS_IMAGE_GUID | IBV_DEVICE_RC_RNR_NAK_GEN |
			IBV_DEVICE_SRQ_RESIZE,
		.max_sge = MAX_SGE,
		.max_sge_rd = 30,
		.max_cq = 65408,
		.max_cqe = MAX_CQE,
		.max_mr = 524032,
		.max_pd = 32764,
		.max_qp_rd_atom = MAX_RD_ATOM,
		.max_res_rd_atom = MAX_RD_ATOM * 131000,
		.max_qp_init_rd_atom = MAX_INIT_RD_ATOM,
		.atomic_cap = IBV_ATOMIC_HCA,
		.max_mcast_grp = 8192,
		.max_mcast_qp_attach = MAX_MCAST_QP,
		.max_total_mcast_qp_attach = 8192 * MAX_MCAST_QP,
		.max_ah = 0x7fffffff,
		.max_srq = 65472,
		.max_srq_wr = MAX_SRQ_WR,
		.max_srq_sge = MAX_SRQ_SGE,
		.max_pkeys = NUM_PKEYS,
		.local_ca_ack_delay = 15,
		.phys_port_cnt = cfg.ports,
	};
}

int cmd_query_device(struct cmd *c)
{
	struct ib_uverbs_query_device_resp r;

	fill_device(c->ctx, &r);
	return reply(c, &r, sizeof(r), NULL, 0);
}

int cmd_ex_query_device(struct cmd *c)
{
	struct ib_uverbs_ex_query_device_resp r = {
		.response_length = c->ex_core_resp < sizeof(r) ? c->ex_core_resp :
								 sizeof(r),
		.max_wq_type_rq = 65536,
		.rss_caps = {
			.supported_qpts = 1 << IBV_QPT_RAW_PACKET,
			.max_rwq_indirection_tables = 65536,
			.max_rwq_indirection_table_size = MAX_RSS_TBL,
		},
	};
	struct mlx4_uverbs_ex_query_device_resp m = {
		.response_length = sizeof(m),
		.max_inl_recv_sz = MAX_SGE * sizeof(struct mlx4_wqe_data_seg),
		.rss_caps = {
			.rx_hash_fields_mask = 0xff,
			.rx_hash_function = MLX4_IB_RX_HASH_FUNC_TOEPLITZ,
		},
	};

	fill_device(c->ctx, &r.base);
	return reply(c, &r, sizeof(r), &m, sizeof(m));
}

int cmd_query_port(struct cmd *c)
{
	REQ(ib_uverbs_query_port);
	struct ib_uverbs_query_port_resp r;
	const struct port *p;

	if (!port_exists(rq->port_num))
		return EINVAL;
	p = port_of(c->ctx->dev, rq->port_num);
	r = (struct ib_uverbs_query_port_resp){
		.port_cap_flags = PORT_CAP_MASK,
		.max_msg_sz = MAX_MSG,
		.gid_tbl_len = NUM_GIDS,
		.pkey_tbl_len = NUM_PKEYS,
		.lid = p->lid,
		.sm_lid = p->sm_lid,
		.state = p->state,
		.max_mtu = IBV_MTU_4096,
		.active_mtu = IBV_MTU_4096,
		.max_vl_num = 4,
		.subnet_timeout = 18,
		.active_width = 2,		/* 4X */
		.active_speed = 16,		/* FDR */
		.phys_state = p->state == IBV_PORT_DOWN ? 3 : 5,
		.link_layer = IBV_LINK_LAYER_INFINIBAND,
	};
	return reply(c, &r, sizeof(r), NULL, 0);
}
