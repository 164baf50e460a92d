/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cmd.h - uverbs commands.  A handler gets one command in pieces: core request
 * and response (structs of ib_user_verbs.h) and the provider's own parts behind
 * them (mlx4-abi.h).  It runs with the lock held and returns 0 or an errno.
 */
#ifndef EMU_CMD_H
#define EMU_CMD_H

#include <rdma/ib_user_verbs.h>		/* uverbs write() ABI */
#include <rdma/mlx4-abi.h>		/* mlx4 part of the commands */

#include "hardware.h"

struct cmd {
	struct context *ctx;
	uint32_t number;		/* extended commands: 0x100 + number */
	const void *req;		/* core request */
	size_t req_len;			/* core plus provider bytes from req on */
	uint8_t *resp;
	size_t resp_len;		/* core plus provider bytes */
	size_t ex_core, ex_core_resp;	/* extended commands: size of the core */
};

/* The core request as 'rq'; leaves the handler if it is too short. */
#define REQ(type)							\
	const struct type *rq = c->req;					\
	if (c->req_len < sizeof(*rq))					\
		return EINVAL

/* ---- cmd.c ---- */

ssize_t uverbs_write(struct context *ctx, const uint8_t *buf, size_t len);
const void *drv_req(const struct cmd *c, size_t core, size_t need);
int reply(struct cmd *c, const void *core, size_t core_len, const void *drv,
	  size_t drv_len);
int check_buf(const char *what, uint64_t addr);

/* ---- qp_transitions.c ---- */

/* May a QP of this type go from here to there with exactly these attributes? */
bool step_ok(uint8_t type, uint8_t from, uint8_t to, uint32_t mask);

/* ---- freeing, for destroy commands and for close() ---- */

void free_pd(struct pd *pd);
void free_mr(struct mr *mr);
void free_cq(struct cq *cq);
void free_srq(struct srq *s);
void free_qp(struct qp *qp);
void free_wq(struct wq *wq);
void free_indtbl(struct indtbl *t);

/* ---- handlers: cmd_device.c, cmd_pd_mr.c, cmd_cq.c, cmd_srq.c,
 *      cmd_qp_create.c, cmd_qp.c, cmd_wq.c ---- */

int cmd_get_context(struct cmd *c);
int cmd_query_device(struct cmd *c);
int cmd_ex_query_device(struct cmd *c);
int cmd_query_port(struct cmd *c);

int cmd_alloc_pd(struct cmd *c);
int cmd_dealloc_pd(struct cmd *c);
int cmd_reg_mr(struct cmd *c);
int cmd_dereg_mr(struct cmd *c);

int cmd_create_comp_channel(struct cmd *c);
int cmd_create_cq(struct cmd *c);
int cmd_ex_create_cq(struct cmd *c);
int cmd_resize_cq(struct cmd *c);
int cmd_ex_modify_cq(struct cmd *c);
int cmd_destroy_cq(struct cmd *c);

int cmd_create_srq(struct cmd *c);
int cmd_modify_srq(struct cmd *c);
int cmd_query_srq(struct cmd *c);
int cmd_destroy_srq(struct cmd *c);

int cmd_create_qp(struct cmd *c);
int cmd_ex_create_qp(struct cmd *c);
int cmd_modify_qp(struct cmd *c);
int cmd_query_qp(struct cmd *c);
int cmd_destroy_qp(struct cmd *c);
int cmd_attach_mcast(struct cmd *c);
int cmd_detach_mcast(struct cmd *c);

int cmd_ex_create_wq(struct cmd *c);
int cmd_ex_modify_wq(struct cmd *c);
int cmd_ex_destroy_wq(struct cmd *c);
int cmd_ex_create_ind_table(struct cmd *c);
int cmd_ex_destroy_ind_table(struct cmd *c);

#endif /* EMU_CMD_H */
