// SPDX-License-Identifier: Apache-2.0
/*
 * To be preloaded: a card that can do everything that struct ibv_device_attr_ex has a member for. Stands between a
 * driver library and the function of libibverbs that asks the kernel, and puts a value of its own into each member.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <infiniband/verbs.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx4-abi.h>

typedef int query_any(struct ibv_context *context, const struct ibv_query_device_ex_input *input,
		      struct ibv_device_attr_ex *attr, size_t attr_size,
		      struct ib_uverbs_ex_query_device_resp *resp, size_t *resp_size);

static void fill(struct ibv_device_attr_ex *attr)
{
	attr->comp_mask = 0x80000005;
	attr->odp_caps.general_caps = 0x8000000000000003;
	attr->odp_caps.per_transport_caps.rc_odp_caps = 0x8000003f;
	attr->odp_caps.per_transport_caps.uc_odp_caps = 0x05;
	attr->odp_caps.per_transport_caps.ud_odp_caps = 0x22;
	attr->xrc_odp_caps = 0x1c;
	attr->completion_timestamp_mask = 0xffffffffffffffff;
	attr->hca_core_clock = 427000;
	attr->device_cap_flags_ex = 0x8000001400000007;
	attr->rss_caps.supported_qpts = 1 << IBV_QPT_RAW_PACKET | 1 << IBV_QPT_UD;
	attr->rss_caps.max_rwq_indirection_tables = 0xfffffff1;
	attr->rss_caps.max_rwq_indirection_table_size = 0xfffffff2;
	attr->max_wq_type_rq = 0xfffffff3;
	attr->packet_pacing_caps.qp_rate_limit_min = 17;
	attr->packet_pacing_caps.qp_rate_limit_max = 0xfffffff4;
	attr->packet_pacing_caps.supported_qpts = 1 << IBV_QPT_RAW_PACKET | 0x40;
	attr->raw_packet_caps = 0xb;
	attr->tm_caps.max_rndv_hdr_size = 61;
	attr->tm_caps.max_num_tags = 0xfffffff5;
	attr->tm_caps.flags = IBV_TM_CAP_RC;
	attr->tm_caps.max_ops = 0xfffffff6;
	attr->tm_caps.max_sge = 0xfffffff7;
	attr->cq_mod_caps.max_cq_count = 0xfff8;
	attr->cq_mod_caps.max_cq_period = 0xfff9;
	attr->max_dm_size = 0x7ffffffffffffff1;
	attr->pci_atomic_caps.fetch_add = 0xfff1;
	attr->pci_atomic_caps.swap = 0xfff2;
	attr->pci_atomic_caps.compare_swap = 0xfff3;
}

/* The part of the kernel's answer that is the driver's own, which libmlx4 copies afterwards. */
static void fill_mlx4(struct mlx4_uverbs_ex_query_device_resp *resp)
{
	resp->rss_caps.rx_hash_fields_mask = 0x80000000000001ff;
	resp->rss_caps.rx_hash_function = 0xf1;
	resp->tso_caps.max_tso = 0x7ffffff1;
	resp->tso_caps.supported_qpts = 1 << IBV_QPT_UD | 1u << 31;
}

int ibv_cmd_query_device_any(struct ibv_context *context, const struct ibv_query_device_ex_input *input,
			     struct ibv_device_attr_ex *attr, size_t attr_size,
			     struct ib_uverbs_ex_query_device_resp *resp, size_t *resp_size)
{
	void *library = dlopen("libibverbs.so.1", RTLD_LAZY | RTLD_NOLOAD);
	query_any *real = library ? (query_any *) dlsym(library, __func__) : NULL;
	size_t size = resp_size ? *resp_size : 0; /* the call changes it to what the kernel filled */
	int error = real ? real(context, input, attr, attr_size, resp, resp_size) : ENOSYS;

	if (error == 0 && attr_size == sizeof(*attr)) {
		fill(attr);
		if (size >= sizeof(*resp) + sizeof(struct mlx4_uverbs_ex_query_device_resp))
			fill_mlx4((struct mlx4_uverbs_ex_query_device_resp *) (resp + 1));
	}
	return error;
}
