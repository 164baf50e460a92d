/* SPDX-License-Identifier: Apache-2.0 */
/* engine.c - the thread that is the card: passes over all QPs and armed CQs. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "hardware.h"

static pthread_t thread;
static bool running;
static pid_t owner;		/* a forked child has no such thread */
static _Atomic int stop;
static _Atomic int held;

static int run_send_queue(struct qp *qp, int n)
{
	uint8_t *wqe;

	while (n < BATCH && qp->state == IBV_QPS_RTS && (wqe = sq_next(qp))) {
		if (exec_wqe(qp, wqe) == TX_LATER)
			break;
		qp->sq_idx++;
		n++;
	}
	return n;
}

/* Flush what is posted, but no faster than the CQs are polled: an overrun would
 * kill a CQ that other QPs use. */
static int flush_send_queue(struct qp *qp, int n)
{
	while (n < BATCH && cq_room(qp->scq) && sq_next(qp)) {
		push_flush(qp, true, qp->sq_idx++);
		n++;
	}
	return n;
}

static int flush_receive_queue(struct qp *qp, int n)
{
	unsigned int nseg;
	uint16_t index;

	if (qp->srq)			/* its WQEs belong to other QPs as well */
		return n;
	while (n < BATCH && cq_room(qp->rcq) && rq_next(qp, &nseg, &index)) {
		rq_advance(qp);
		push_flush(qp, false, index);
		n++;
	}
	return n;
}

/* One pass over one QP; the number of things done. */
static int qp_step(struct qp *qp)
{
	int n = 0;

	if (unlikely(!ctx_works(qp->o.ctx)))
		return 0;
	if (unlikely(qp->flood.on) && can_receive(qp))
		n += flood_step(qp);
	switch (qp->state) {
	case IBV_QPS_RTS:
		return run_send_queue(qp, n);
	case IBV_QPS_SQE:
		return flush_send_queue(qp, n);
	case IBV_QPS_ERR:
		return flush_receive_queue(qp, flush_send_queue(qp, n));
	}
	return n;
}

/* Held is looked at under the lock: who has called engine_hold(true) sees no pass begin after it. */
static int one_pass(void)
{
	struct qp *qp;
	struct cq *cq;
	int n = 0;

	engine_lock();
	if (atomic_load_explicit(&held, memory_order_relaxed)) {
		unlock();
		return 0;
	}
	for (qp = qp_list; qp; qp = qp->next)
		n += qp_step(qp);
	for (cq = cq_list; cq; cq = cq->next)
		n += cq_check_arm(cq);
	unlock();
	COUNT(hw_passes);
	return n;
}

static void cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

/* Nothing to do: poll on for a while, then sleep, then sleep longer. */
static void rest(uint64_t idle)
{
	if (cfg.spin || idle < 2000)
		cpu_relax();
	else if (idle < 4000)
		nap(cfg.idle_us);
	else
		nap(cfg.idle_us * 10);
}

static void prepare_thread(void)
{
	cpu_set_t set;

	prctl(PR_SET_NAME, "mlx4emu-hw");
	prctl(PR_SET_TIMERSLACK, 1000ul);	/* else naps are 50 us too long */
	if (cfg.cpu >= 0) {
		CPU_ZERO(&set);
		CPU_SET(cfg.cpu, &set);
		sched_setaffinity(0, sizeof(set), &set);
	}
}

static void *engine_main(void *arg)
{
	uint64_t idle = 0;

	(void)arg;
	prepare_thread();
	while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
		control_step();
		if (command_waits()) {
			sched_yield();
			continue;
		}
		if (one_pass())
			idle = 0;
		else
			rest(++idle);
	}
	return NULL;
}

void engine_start(void)
{
	sigset_t all, old;

	if (running)
		return;
	/* No signal of the host program (think of a JVM) may land here. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	owner = getpid();
	control_open();
	running = !pthread_create(&thread, NULL, engine_main, NULL);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void engine_stop(void)
{
	if (!running || owner != getpid())
		return;
	atomic_store(&stop, 1);
	pthread_join(thread, NULL);
	running = false;
}

void engine_hold(bool on)
{
	lock();
	atomic_store(&held, on);
	unlock();
}
