/* SPDX-License-Identifier: Apache-2.0 */
/*
 * t_control.c - what another process makes of the device, through the FIFO of
 * MLX4EMU_CONTROL.  This one writes into it as any other would.
 */
#include "t_async.h"
#include "t_control.h"

static void events_come_from_outside(void)
{
	struct ibv_port_attr pa;

	EXPECT_DONE("event mlx4_0 1 port_err");
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_PORT_ERR, 1);
	EXPECT_DONE("port mlx4_0 1 active");
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_PORT_ACTIVE, 1);
	EXPECT_DONE("event mlx4_0 2 lid_change 0x321");
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_LID_CHANGE, 2);
	CHECK(!ibv_query_port(ctx, 2, &pa) && pa.lid == 0x321);
	EXPECT_DONE("event mlx4_0 2 client_reregister");
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_CLIENT_REREGISTER, 2);
}

static void completions_fail_as_told_and_queue_pairs_break(void)
{
	struct ibv_qp *qp = mk_ud(scq, rcq, 16, 1);
	struct ibv_ah *ah = mk_ah(1, NULL);
	struct ibv_async_event e;
	struct ibv_wc wc;
	char line[100];

	snprintf(line, sizeof(line), "inject %u send %d 7 1\n", qp->qp_num,
		 MLX4_CQE_SYNDROME_LOCAL_PROT_ERR);
	fputs(line, fifo);
	CHECK(!strncmp(answer(), "done: inject", 12));
	NEED(!ud_send(qp, 5, ah, qp->qp_num, QKEY, TX, 8, 0));
	EXPECT(scq, 5, IBV_WC_LOC_PROT_ERR);
	CHECK(wc.vendor_err == 7);
	snprintf(line, sizeof(line), "object %#x qp_fatal\n", qp->qp_num);
	fputs(line, fifo);
	CHECK(!strncmp(answer(), "done: object", 12));
	e = t_next_event(ctx);
	CHECK(e.event_type == IBV_EVENT_QP_FATAL && e.element.qp == qp);
	CHECK(!ibv_destroy_ah(ah) && !ibv_destroy_qp(qp));
}

static void nonsense_is_refused_with_the_reason(void)
{
	EXPECT_REFUSED("explode mlx4_0", "no such verb");
	EXPECT_REFUSED("port mlx4_0 1", "too few words, or too many");
	EXPECT_REFUSED("hold 0 0", "too few words, or too many");
	EXPECT_REFUSED("port mlx4_0 one down", "a word is not a number");
	EXPECT_REFUSED("port mlx4_0 -1 down", "a word is not a number");
	EXPECT_REFUSED("port mlx4_0 4294967297 down", "Invalid argument");
	EXPECT_REFUSED("port mlx5_0 1 down", "Invalid argument");
	EXPECT_REFUSED("port mlx4_0 1 sideways", "Invalid argument");
	EXPECT_REFUSED("event mlx4_0 1 no_such", "Invalid argument");
	EXPECT_REFUSED("event mlx4_0 1 lid_change 2 3", "too few words, or too many");
	EXPECT_REFUSED("object 3 comm_est", "No such file or directory");
	EXPECT_REFUSED("inject 3 sideways 1", "Invalid argument");
	EXPECT_REFUSED("flood 3 1 0", "No such file or directory");
	EXPECT_REFUSED("flood 3 2 0", "Invalid argument");
	EXPECT_REFUSED("flood 3 4294967297 0", "Invalid argument");
	EXPECT_REFUSED("flood 3 1 0 15", "Invalid argument");
	EXPECT_REFUSED("flood 3 1 0 4097", "Invalid argument");
	EXPECT_REFUSED("flood 3 one 0", "a word is not a number");
	EXPECT_REFUSED("flood on", "Invalid argument");
	EXPECT_REFUSED("flood 3 1", "too few words, or too many");
	EXPECT_REFUSED("a b c d e f g h", "not a line of words");
	CHECK(t_silent(ctx));
}

static void a_line_may_come_in_pieces_and_comments_say_nothing(void)
{
	const char *got;

	fputs("# a comment\n\nevent mlx4_0", fifo);
	fflush(fifo);
	CHECK(t_silent(ctx));
	fputs(" 1 sm_change 9\n", fifo);
	got = answer();
	CHECK(!strcmp(got, "done: event mlx4_0 1 sm_change 9"), "%s", got);
	EXPECT_PORT_EVENT(ctx, IBV_EVENT_SM_CHANGE, 1);
}

static void a_line_without_end_is_not_kept(void)
{
	int i;

	for (i = 0; i < 1000; i++)
		fputc('x', fifo);
	fputc('\n', fifo);
	CHECK(strstr(answer(), ": too long") != NULL);
	EXPECT_DONE("hold 0");
}

static void a_writer_may_leave_and_another_come(void)
{
	fclose(fifo);
	NEED(fifo = fopen(getenv("MLX4EMU_CONTROL"), "w"));
	setvbuf(fifo, NULL, _IOLBF, 0);
	EXPECT_DONE("hold 1");
	EXPECT_DONE("hold 0");
}

static void the_device_is_taken_away_and_comes_back(void)
{
	EXPECT_DONE("event mlx4_0 0 device_fatal 1");
	CHECK(t_next_event(ctx).event_type == IBV_EVENT_DEVICE_FATAL);
	EXPECT_REFUSED("event mlx4_0 1 port_err", "No such device");
	EXPECT_DONE("reset mlx4_0");
	CHECK(!ibv_close_device(ctx));
	data_open();
}

int main(void)
{
	static const struct t_case cases[] = {
		CASE(events_come_from_outside),
		CASE(completions_fail_as_told_and_queue_pairs_break),
		CASE(nonsense_is_refused_with_the_reason),
		CASE(a_line_may_come_in_pieces_and_comments_say_nothing),
		CASE(a_line_without_end_is_not_kept),
		CASE(a_writer_may_leave_and_another_come),
		CASE(the_device_is_taken_away_and_comes_back),
	};

	return T_MAIN(cases, open_control, close_control);
}
