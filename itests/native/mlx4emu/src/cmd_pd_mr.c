/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_pd_mr.c - protection domains and memory regions. */
#include "cmd.h"

static uint32_t next_pdn = 4;

int cmd_alloc_pd(struct cmd *c)
{
	struct pd *pd = obj_new(c->ctx, K_PD, sizeof(*pd), 0);
	struct ib_uverbs_alloc_pd_resp r;
	struct mlx4_ib_alloc_pd_resp m = { 0 };

	if (!pd)
		return ENOMEM;
	pd->pdn = next_pdn++ & 0xffffff;
	r.pd_handle = pd->o.handle;
	m.pdn = pd->pdn;
	COUNT(pds);
	return reply(c, &r, 4, &m, sizeof(m));	/* without driver_data[] */
}

void free_pd(struct pd *pd)
{
	obj_del(&pd->o);
	UNCOUNT(pds);
}

int cmd_dealloc_pd(struct cmd *c)
{
	REQ(ib_uverbs_dealloc_pd);
	struct pd *pd = obj_get(c->ctx, K_PD, rq->pd_handle);

	if (!pd)
		return EINVAL;
	if (pd->users)
		return EBUSY;
	free_pd(pd);
	return 0;
}

static int check_mr(const struct ib_uverbs_reg_mr *rq)
{
	uint32_t remote_wr = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;

	if ((rq->start & (PAGE - 1)) != (rq->hca_va & (PAGE - 1)))
		return EINVAL;
	if ((rq->access_flags & remote_wr) &&
	    !(rq->access_flags & IBV_ACCESS_LOCAL_WRITE))
		return EINVAL;
	if (rq->access_flags & IBV_ACCESS_ON_DEMAND)
		return EOPNOTSUPP;
	if (!rq->length || rq->start + rq->length < rq->start)
		return EINVAL;
	/* The kernel pins the pages; at least see whether they are mapped. */
	if (!is_mapped(rq->start) || !is_mapped(rq->start + rq->length - 1))
		return EFAULT;
	return 0;
}

int cmd_reg_mr(struct cmd *c)
{
	REQ(ib_uverbs_reg_mr);
	struct ib_uverbs_reg_mr_resp r;
	struct pd *pd = obj_get(c->ctx, K_PD, rq->pd_handle);
	int err = pd ? check_mr(rq) : EINVAL;
	struct mr *mr;

	if (err)
		return err;
	mr = obj_new(c->ctx, K_MR, sizeof(*mr), 0);
	if (!mr)
		return ENOMEM;
	mr->pd = pd;
	mr->start = rq->start;
	mr->length = rq->length;
	mr->va = rq->hca_va;
	mr->access = rq->access_flags;
	err = pin(&mr->o, rq->start, rq->length);
	if (!err)
		err = mr_insert(mr);
	if (err) {
		obj_del(&mr->o);
		return err;
	}
	pd->users++;
	COUNT(mrs);
	r.mr_handle = mr->o.handle;
	r.lkey = r.rkey = mr->key;
	return reply(c, &r, 12, NULL, 0);	/* without driver_data[] */
}

void free_mr(struct mr *mr)
{
	mr_remove(mr);
	mr->pd->users--;
	obj_del(&mr->o);
	UNCOUNT(mrs);
}

int cmd_dereg_mr(struct cmd *c)
{
	REQ(ib_uverbs_dereg_mr);
	struct mr *mr = obj_get(c->ctx, K_MR, rq->mr_handle);

	if (!mr)
		return EINVAL;
	free_mr(mr);
	return 0;
}
