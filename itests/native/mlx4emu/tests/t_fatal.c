/* SPDX-License-Identifier: Apache-2.0 */
/* t_fatal.c - a device that fails while it is used, or is taken away. */
#include <fcntl.h>

#include "t_async.h"
#include "t_data.h"

static struct ibv_qp *qp;
static struct ibv_wc wc;

static void open_qp(void)
{
	data_open();
	qp = mk_ud(scq, rcq, 16, 1);
}

static void fresh_device(void)
{
	CHECK(!emu_reset(0));
}

static bool listed(void)
{
	struct ibv_device **l;
	int n;

	NEED(l = ibv_get_device_list(&n));
	ibv_free_device_list(l);
	return n > 0;
}

static void expect_fatal(void)
{
	struct ibv_async_event e = t_next_event(ctx);

	CHECK(e.event_type == IBV_EVENT_DEVICE_FATAL, "event %d", e.event_type);
}

static void expect_refusals(void)
{
	struct ibv_port_attr pa;
	struct ibv_qp_attr a;
	struct ibv_qp_init_attr ia;

	CHECK(ibv_query_port(ctx, 1, &pa) == EIO);
	CHECK(ibv_query_qp(qp, &a, IBV_QP_STATE, &ia) == EIO);
	CHECK(to_state(qp, IBV_QPS_ERR) == EIO);
	errno = 0;
	CHECK(!ibv_reg_mr(pd, mem, 4096, 0) && errno == EIO);
	errno = 0;
	CHECK(!ibv_create_cq(ctx, 10, NULL, NULL, 0) && errno == EIO);
	errno = 0;
	CHECK(!t_qp(pd, scq, rcq, IBV_QPT_UD, NULL, 16, 1) && errno == EIO);
}

static void after_an_internal_error_only_freeing_works(void)
{
	CHECK(!emu_event(0, 0, IBV_EVENT_DEVICE_FATAL, 0));
	expect_fatal();
	expect_refusals();
	CHECK(listed());
	CHECK(emu_event(0, 1, IBV_EVENT_PORT_ERR, 0) == -ENODEV);
	CHECK(emu_port_state(0, 1, IBV_PORT_DOWN) == -ENODEV);
	CHECK(!ibv_destroy_qp(qp));
	data_close();
	fresh_device();
}

static void a_failed_device_cannot_be_opened_until_its_reset(void)
{
	struct ibv_device **l = ibv_get_device_list(NULL);
	struct ibv_context *again;

	NEED(l && l[0]);
	CHECK(!emu_event(0, 0, IBV_EVENT_DEVICE_FATAL, 0));
	errno = 0;
	CHECK(!ibv_open_device(l[0]) && errno == EAGAIN, "errno %d", errno);
	CHECK(!ibv_destroy_qp(qp));
	data_close();
	fresh_device();
	CHECK((again = ibv_open_device(l[0])) && !ibv_close_device(again));
	ibv_free_device_list(l);
}

static void what_was_posted_stays_outstanding(void)
{
	struct ibv_ah *ah = mk_ah(1, NULL);

	NEED(!emu_hold(1));
	NEED(!t_recv(qp, 1, RX, 512, mr->lkey));
	NEED(!ud_send(qp, 2, ah, qp->qp_num, QKEY, TX, 8, 0));
	CHECK(!emu_event(0, 0, IBV_EVENT_DEVICE_FATAL, 0));
	NEED(!emu_hold(0));
	EXPECT_NOTHING(scq, 20);
	EXPECT_NOTHING(rcq, 0);
	CHECK(!ibv_destroy_ah(ah) && !ibv_destroy_qp(qp));
	data_close();
	fresh_device();
}

/* The objects of the library stay allocated: it frees none that it cannot destroy. */
static void of_a_device_that_is_gone_nothing_can_be_destroyed(void)
{
	struct ibv_async_event e;

	CHECK(!emu_event(0, 0, IBV_EVENT_DEVICE_FATAL, 1));
	expect_fatal();
	expect_refusals();
	CHECK(ibv_destroy_qp(qp) == EIO && ibv_destroy_cq(scq) == EIO);
	CHECK(ibv_dereg_mr(mr) == EIO && ibv_dealloc_pd(pd) == EIO);
	CHECK(!t_silent(ctx), "the file stays readable");
	CHECK(ibv_get_async_event(ctx, &e) == -1 && errno == EIO);
	CHECK(ibv_get_async_event(ctx, &e) == -1 && errno == EIO, "again");
	CHECK(!ibv_close_device(ctx));
	CHECK(emu_stat("qps") == 0 && emu_stat("mrs") == 0 && emu_stat("contexts") == 0);
	fresh_device();
}

static void a_reader_of_completion_events_is_told(void)
{
	struct ibv_comp_channel *ch = ibv_create_comp_channel(ctx);
	struct ibv_cq *cq, *ecq;
	void *ectx;

	NEED(ch && (cq = ibv_create_cq(ctx, 10, NULL, ch, 0)));
	CHECK(!emu_event(0, 0, IBV_EVENT_DEVICE_FATAL, 1));
	CHECK(ibv_get_cq_event(ch, &ecq, &ectx) == -1 && errno == EIO);
	CHECK(!ibv_close_device(ctx));
	fresh_device();
}

static void a_device_that_is_gone_is_nowhere_until_it_is_back(void)
{
	CHECK(!emu_event(0, 0, IBV_EVENT_DEVICE_FATAL, 1));
	CHECK(!listed());
	CHECK(!*t_sysfs("mlx4_0/node_guid"));
	CHECK(open("/dev/infiniband/uverbs0", O_RDWR) == -1 && errno == ENOENT);
	CHECK(emu_event(0, 0, IBV_EVENT_DEVICE_FATAL, 0) == -ENODEV);
	fresh_device();
	CHECK(listed());
	EXPECT_SYSFS("mlx4_0/node_guid", "0002:c903:00e7:0000");
	expect_fatal();
	expect_refusals();		/* the old context stays an orphan */
	CHECK(!ibv_close_device(ctx));
}

static void a_reset_undoes_what_happened_to_the_ports(void)
{
	struct ibv_context *again;
	struct ibv_port_attr pa;

	CHECK(!emu_event(0, 1, IBV_EVENT_LID_CHANGE, 0x55));
	CHECK(!emu_event(0, 1, IBV_EVENT_PORT_ERR, 0));
	fresh_device();
	CHECK(!ibv_close_device(ctx));
	again = t_open("mlx4_0");
	CHECK(!ibv_query_port(again, 1, &pa) && pa.lid == 1 &&
	      pa.state == IBV_PORT_ACTIVE);
	EXPECT_SYSFS("mlx4_0/ports/1/lid", "0x1");
	CHECK(!ibv_close_device(again));
}

static void what_there_is_not_is_refused(void)
{
	CHECK(emu_event(0, 0, IBV_EVENT_DEVICE_FATAL, 2) == -EINVAL);
	CHECK(emu_event(9, 0, IBV_EVENT_DEVICE_FATAL, 0) == -EINVAL);
	CHECK(emu_reset(9) == -EINVAL);
	CHECK(t_silent(ctx));
	CHECK(!ibv_destroy_qp(qp));
	data_close();
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(after_an_internal_error_only_freeing_works),
		CASE(a_failed_device_cannot_be_opened_until_its_reset),
		CASE(what_was_posted_stays_outstanding),
		CASE(of_a_device_that_is_gone_nothing_can_be_destroyed),
		CASE(a_reader_of_completion_events_is_told),
		CASE(a_device_that_is_gone_is_nowhere_until_it_is_back),
		CASE(a_reset_undoes_what_happened_to_the_ports),
		CASE(what_there_is_not_is_refused),
	};

	return T_MAIN(cases, open_qp, NULL);
}
