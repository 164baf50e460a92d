/* SPDX-License-Identifier: Apache-2.0 */
/*
 * emu.h - what all parts share: limits, configuration, counters, small helpers.
 *
 * LD_PRELOAD this library and the real, unmodified libibverbs and libmlx4
 * believe that an mlx4 (ConnectX-3) device is installed.  Nothing of rdma-core
 * is replaced: only the border between rdma-core and the kernel is, i.e. the
 * sysfs files that libibverbs reads, the uverbs character device that it opens,
 * the commands that it write()s there, the UAR pages that libmlx4 mmap()s, and
 * the queue buffers that libmlx4 hands to the "hardware" by address.
 *
 * The layers, from the outside in (the map of the files is in README.md):
 *   libc_*.c     the interposed libc functions
 *   tree*.c      the sysfs and /dev files they are pointed at
 *   cmd*.c       the uverbs command interpreter (write() ABI)
 *   objects.h    what commands create: PDs, MRs, CQs, QPs, SRQs, WQs
 *   hardware.h   what the card does with them: CQEs, WQEs, the engine thread
 */
#ifndef EMU_H
#define EMU_H

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define EXPORT __attribute__((visibility("default")))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define ARRAY_LEN(a) (sizeof(a) / sizeof(*(a)))
#define FORMAT_ARGS(fmt, first) __attribute__((format(printf, fmt, first)))

enum {
	EMU_VERSION	= 2,
	MAX_DEVS	= 4,
	MAX_PORTS	= 2,
	MAX_FDS		= 65536,
	NUM_QPS		= 1 << 18,	/* size of the QP number space */
	FIRST_QPN	= 0x48,
	FIRST_WQN	= 0x20000,	/* RSS work queues live above this */
	MAX_RSS_TBL	= 128,		/* largest range of WQ numbers */
	MAX_QP_WR	= 16351,
	MAX_WQES	= 16384,
	MAX_SGE		= 32,
	MAX_SRQ_WR	= 16383,
	MAX_SRQ_SGE	= 31,
	MAX_CQE		= 4194303,
	MAX_RD_ATOM	= 16,
	MAX_INIT_RD_ATOM = 128,
	MAX_MCAST_QP	= 248,
	FIRST_MLID	= 0xc000,
	PERMISSIVE_LID	= 0xffff,
	NUM_GIDS	= 8,
	NUM_PKEYS	= 8,
	NUM_VECTORS	= 2,
	GRH_LEN		= 40,
	CHR_MAJOR	= 231,		/* of the kernel's uverbs devices */
	CHR_MINOR0	= 192,
	PAGE		= 4096,
	UAR_PAGES	= 4,
	BF_REG_SIZE	= 512,
	BATCH		= 256,		/* WQEs or CQEs per QP and pass */
};

#define PORT_MTU_BYTES	4096u
#define MAX_MSG		0x40000000u
#define MCAST_QPN	0xffffffu
#define PORT_CAP_MASK	0x02514868u

/* ---- config.c: the environment, read once when the library is loaded ---- */

struct config {
	int devices, ports;
	bool cqe64, spin, foreign, debug, strict, memlock;
	int idle_us, max_retry_ms, cpu;
	const char *control;		/* NULL: no control file */
};
extern struct config cfg;

void load_config(void);
void dbg(const char *fmt, ...) FORMAT_ARGS(1, 2);
void warn(const char *fmt, ...) FORMAT_ARGS(1, 2);

/* ---- stats.c: counters, readable by name through mlx4emu_stat() ---- */

#define EMU_STATS(X)							\
	X(commands) X(unknown_commands) X(contexts) X(pds) X(mrs) X(cqs)	\
	X(qps) X(srqs) X(wqs) X(mcast_attached)				\
	X(sq_wqes) X(rq_wqes) X(cqes) X(error_cqes) X(cq_overruns)	\
	X(ud_sent) X(ud_delivered) X(ud_dropped) X(mcast_sent)		\
	X(mcast_copies) X(rc_sent) X(rc_delivered) X(rnr_waits)		\
	X(comp_events) X(async_events) X(last_wq_log_range)		\
	X(last_cq_buf) X(last_cq_db) X(last_qp_buf) X(last_qp_db)		\
	X(last_cq_moderate_count) X(last_cq_moderate_period)		\
	X(unaligned_bufs) X(hw_passes) X(pinned_pages)			\
	X(control_lines) X(control_refused)				\
	X(flooded) X(floods_gone)					\
	X(strict_doorbells) X(strict_lists) X(strict_consumers)

#define X(n) _Atomic uint64_t n;
struct stats { EMU_STATS(X) };
#undef X
extern struct stats stats;

#define COUNT_N(n, by)	atomic_fetch_add_explicit(&stats.n, by, memory_order_relaxed)
#define COUNT(n)	COUNT_N(n, 1)
#define UNCOUNT(n)	atomic_fetch_sub_explicit(&stats.n, 1, memory_order_relaxed)

/* ---- devices.c: who exists, how it is called, which address it has ---- */

struct port {
	uint8_t state;			/* IBV_PORT_DOWN .. IBV_PORT_ACTIVE */
	uint16_t lid, sm_lid;
	uint64_t prefix;		/* upper half of the GID */
	uint16_t pkeys[NUM_PKEYS];
};

enum dev_state {
	DEV_WORKS,
	DEV_FATAL,			/* an internal error: only freeing works */
	DEV_GONE,			/* taken away: no device, no sysfs */
};

extern struct port ports[MAX_DEVS + 1][MAX_PORTS];
extern enum dev_state dev_states[MAX_DEVS + 1];

int num_devs(void);
void dev_init(int dev);			/* as it comes out of the factory */
bool dev_is_foreign(int dev);
void dev_name(int dev, char *buf, size_t n);
uint64_t dev_guid(int dev);
uint64_t port_guid(int dev, int port);
struct port *port_of(int dev, int port);
bool port_exists(uint32_t port);
bool port_is_active(int dev, int port);
int lid_to_dev(uint16_t lid);

/* ---- raw.c: system calls for our own use, which bypass the interposers ---- */

int sys_close(int fd);
ssize_t sys_read(int fd, void *buf, size_t n);
ssize_t sys_write(int fd, const void *buf, size_t n);
int sys_open(const char *path, int flags, int mode);
int sys_mkdir(const char *path);
int sys_symlink(const char *target, const char *path);
int sys_mkfifo(const char *path);
bool is_mapped(uint64_t addr);
void nap(long us);
uint64_t now_ns(void);

/* ---- arithmetic ---- */

static inline uint32_t pow2_at_least(uint32_t v)
{
	uint32_t p = 1;

	while (p < v)
		p <<= 1;
	return p;
}

static inline unsigned int log2_of(uint32_t v)
{
	return 31 - __builtin_clz(v);
}

#endif /* EMU_H */
