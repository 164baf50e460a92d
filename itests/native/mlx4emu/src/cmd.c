/* SPDX-License-Identifier: Apache-2.0 */
/* cmd.c - taking a command apart, finding its handler, answering. */
#include <string.h>

#include "cmd.h"

#define EX_BASE 0x100
#define EX(n) (EX_BASE + IB_USER_VERBS_EX_CMD_##n)
#define LEG(n) IB_USER_VERBS_CMD_##n

/* REQ_NOTIFY_CQ is absent on purpose: libmlx4 arms through the doorbell. */
static int (*const handlers[])(struct cmd *) = {
	[LEG(GET_CONTEXT)] = cmd_get_context,
	[LEG(QUERY_DEVICE)] = cmd_query_device,
	[LEG(QUERY_PORT)] = cmd_query_port,
	[LEG(ALLOC_PD)] = cmd_alloc_pd,
	[LEG(DEALLOC_PD)] = cmd_dealloc_pd,
	[LEG(REG_MR)] = cmd_reg_mr,
	[LEG(DEREG_MR)] = cmd_dereg_mr,
	[LEG(CREATE_COMP_CHANNEL)] = cmd_create_comp_channel,
	[LEG(CREATE_CQ)] = cmd_create_cq,
	[LEG(RESIZE_CQ)] = cmd_resize_cq,
	[LEG(DESTROY_CQ)] = cmd_destroy_cq,
	[LEG(CREATE_QP)] = cmd_create_qp,
	[LEG(QUERY_QP)] = cmd_query_qp,
	[LEG(MODIFY_QP)] = cmd_modify_qp,
	[LEG(DESTROY_QP)] = cmd_destroy_qp,
	[LEG(ATTACH_MCAST)] = cmd_attach_mcast,
	[LEG(DETACH_MCAST)] = cmd_detach_mcast,
	[LEG(CREATE_SRQ)] = cmd_create_srq,
	[LEG(MODIFY_SRQ)] = cmd_modify_srq,
	[LEG(QUERY_SRQ)] = cmd_query_srq,
	[LEG(DESTROY_SRQ)] = cmd_destroy_srq,
	[EX(QUERY_DEVICE)] = cmd_ex_query_device,
	[EX(CREATE_CQ)] = cmd_ex_create_cq,
	[EX(CREATE_QP)] = cmd_ex_create_qp,
	[EX(CREATE_WQ)] = cmd_ex_create_wq,
	[EX(MODIFY_WQ)] = cmd_ex_modify_wq,
	[EX(DESTROY_WQ)] = cmd_ex_destroy_wq,
	[EX(CREATE_RWQ_IND_TBL)] = cmd_ex_create_ind_table,
	[EX(DESTROY_RWQ_IND_TBL)] = cmd_ex_destroy_ind_table,
	[EX(MODIFY_CQ)] = cmd_ex_modify_cq,
};

/* A device that is not driven by libmlx4 offers no more than queries and PDs. */
static bool foreign_may(uint32_t n)
{
	return n == LEG(GET_CONTEXT) || n == LEG(QUERY_DEVICE) ||
	       n == LEG(QUERY_PORT) || n == LEG(ALLOC_PD) ||
	       n == LEG(DEALLOC_PD) || n == EX(QUERY_DEVICE);
}

static bool supported(const struct cmd *c)
{
	return c->number < ARRAY_LEN(handlers) && handlers[c->number] &&
	       (!dev_is_foreign(c->ctx->dev) || foreign_may(c->number));
}

/* The provider's part of the request, or NULL if it is too short. */
const void *drv_req(const struct cmd *c, size_t core, size_t need)
{
	if (c->ex_core)
		core = c->ex_core;
	return c->req_len >= core + need ? (const uint8_t *)c->req + core : NULL;
}

/* Store core and provider response, as much as the caller has room for. */
int reply(struct cmd *c, const void *core, size_t core_len, const void *drv,
	  size_t drv_len)
{
	size_t at = c->ex_core_resp ? c->ex_core_resp : core_len;
	size_t n = core_len < at ? core_len : at;

	if (!c->resp || c->resp_len < n)
		return c->ex_core_resp || !c->resp_len ? EINVAL : ENOSPC;
	memcpy(c->resp, core, n);
	if (drv && c->resp_len > at) {
		n = c->resp_len - at;
		memcpy(c->resp + at, drv, n < drv_len ? n : drv_len);
	}
	return 0;
}

/* libmlx4 gives page aligned buffers; a caller's own allocator may not. The
 * real driver maps whole pages with offset 0, so an unaligned queue breaks. */
int check_buf(const char *what, uint64_t addr)
{
	if (!addr)
		return EFAULT;
	if (addr & (PAGE - 1)) {
		COUNT(unaligned_bufs);
		warn("%s buffer %#llx is not page aligned; real hardware would use "
		     "the wrong addresses", what, (unsigned long long)addr);
		if (cfg.strict)
			return EINVAL;
	}
	return 0;
}

/* Extended form: a second header, lengths in words of 8 bytes. */
static bool split_extended(struct cmd *c, const struct ib_uverbs_cmd_hdr *h,
			   size_t len)
{
	const struct ib_uverbs_ex_cmd_hdr *x = (const void *)(h + 1);
	size_t head = sizeof(*h) + sizeof(*x);

	if (len < head || len != head + (h->in_words + x->provider_in_words) * 8u)
		return false;
	c->number = EX_BASE + (h->command & 0xff);
	c->req = x + 1;
	c->req_len = len - head;
	c->ex_core = h->in_words * 8;
	c->ex_core_resp = h->out_words * 8;
	c->resp = (uint8_t *)(uintptr_t)x->response;
	c->resp_len = c->ex_core_resp + x->provider_out_words * 8;
	return true;
}

/* Plain form: lengths in words of 4 bytes, header included. */
static bool split_plain(struct cmd *c, const struct ib_uverbs_cmd_hdr *h,
			size_t len)
{
	uint64_t address;

	if (len != h->in_words * 4u)
		return false;
	c->number = h->command & 0xff;
	c->req = h + 1;
	c->req_len = len - sizeof(*h);
	c->resp_len = h->out_words * 4;
	/* Commands with a response start with its address. */
	if (c->resp_len && c->req_len >= sizeof(address)) {
		memcpy(&address, c->req, sizeof(address));
		c->resp = (uint8_t *)(uintptr_t)address;
	}
	return true;
}

/* What gives something back: a card with an internal error lets that pass. */
static bool gives_back(uint32_t n)
{
	switch (n) {
	case LEG(DEALLOC_PD):
	case LEG(DEREG_MR):
	case LEG(DESTROY_CQ):
	case LEG(DESTROY_QP):
	case LEG(DESTROY_SRQ):
	case LEG(DETACH_MCAST):
	case EX(DESTROY_WQ):
	case EX(DESTROY_RWQ_IND_TBL):
		return true;
	}
	return false;
}

/* The driver answers for a card that is no more, with 0 or an errno. */
static int device_refuses(const struct cmd *c)
{
	if (c->ctx->orphaned || dev_states[c->ctx->dev] == DEV_GONE)
		return EIO;
	if (dev_states[c->ctx->dev] == DEV_WORKS || gives_back(c->number))
		return 0;
	return c->number == LEG(GET_CONTEXT) ? EAGAIN : EIO;
}

static int execute(struct cmd *c)
{
	int err;

	COUNT(commands);
	if (!supported(c)) {
		COUNT(unknown_commands);
		return EOPNOTSUPP;
	}
	lock();
	err = device_refuses(c);
	if (!err)
		err = handlers[c->number](c);
	unlock();
	return err;
}

/* write() on a uverbs file: one command. */
ssize_t uverbs_write(struct context *ctx, const uint8_t *buf, size_t len)
{
	const struct ib_uverbs_cmd_hdr *h = (const void *)buf;
	struct cmd c = { .ctx = ctx };
	int err;

	if (len < sizeof(*h) ||
	    !(h->command & IB_USER_VERBS_CMD_FLAG_EXTENDED ?
		      split_extended(&c, h, len) : split_plain(&c, h, len))) {
		errno = EINVAL;
		return -1;
	}
	err = execute(&c);
	if (err) {
		dbg("command %#x: %s", h->command, strerror(err));
		errno = err;
		return -1;
	}
	return len;
}
