/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hardware.h - what the card does: it reads WQEs, moves data, writes CQEs.
 *
 * How it sees work.  A PCI device is told about new send WQEs by a register
 * write; here the UAR page is plain shared memory, in which a second write would
 * overwrite the first.  So the engine looks at the ownership bit of the next
 * send WQE of each QP instead: libmlx4 writes that bit last, and the real device
 * is free to start at that moment.  Receive queues and CQ consumer indices are
 * read from their doorbell records in memory, as the device does.
 *
 * Everything here runs with the lock held, in the engine thread unless noted.
 */
#ifndef EMU_HARDWARE_H
#define EMU_HARDWARE_H

#include <infiniband/mlx4dv.h>		/* CQE and WQE layouts */
#include <infiniband/verbs.h>

#include "objects.h"

/* Vendor error codes are made up, except that they are never 0. */
enum {
	VE_FLUSH = 0xf4, VE_RETRY = 0x81, VE_RNR = 0x87, VE_LEN = 0x70,
	VE_PROT = 0x33, VE_ACCESS = 0x88, VE_OP = 0x72,
};

/* ---- memory.c: scatter/gather lists of checked addresses ---- */

struct seg { uint8_t *p; uint32_t len; };
struct sgl { unsigned int n; uint64_t total; struct seg s[128]; };

/* Without the zeros of 128 segments, which cost more than a small message. */
static inline void sgl_empty(struct sgl *l)
{
	l->n = 0;
	l->total = 0;
}

uint8_t *mr_addr(struct pd *pd, uint32_t key, uint64_t va, uint64_t len,
		 uint32_t access);
bool sgl_add(struct sgl *l, uint8_t *p, uint32_t len);
void sgl_copy(const struct sgl *dst, uint64_t doff, const struct sgl *src,
	      uint64_t soff, uint64_t len);

/* ---- completion.c ---- */

uint32_t cq_room(struct cq *cq);
void cq_store(struct cq *cq, const struct mlx4_cqe *c);
void cq_push(struct cq *cq, const struct mlx4_cqe *c, bool solicited);
bool cq_check_arm(struct cq *cq);
void cq_own_all(uint8_t *buf, uint32_t size, uint32_t first);

/* ---- failure.c: error completions and the QP states they lead to ---- */

void push_error(struct qp *qp, bool send, uint16_t wqe_index, int syndrome,
		int vendor_err);
void push_flush(struct qp *qp, bool send, uint16_t wqe_index);
void qp_to_err(struct qp *qp, uint8_t state);
int vendor_of(int syndrome);

/* ---- receive_queue.c, receive.c ---- */

struct rx {			/* a message on the wire */
	const struct sgl *data;
	uint32_t len;
	const uint8_t *grh;	/* 40 bytes if the message has a GRH */
	bool ud, solicited;
	uint8_t opcode;		/* MLX4_RECV_OPCODE_* */
	uint32_t imm;		/* big endian, or invalidated rkey */
	uint32_t src_qpn;
	uint16_t slid;
	uint8_t sl;
};

enum rx_result { RX_OK, RX_NO_WQE, RX_LEN, RX_PROT, RX_INJECTED };

const struct mlx4_wqe_data_seg *rq_next(struct qp *qp, unsigned int *nseg,
					uint16_t *index);
void rq_advance(struct qp *qp);
bool can_receive(const struct qp *qp);
void push_recv(struct qp *qp, uint16_t index, const struct rx *m,
	       uint32_t byte_len);
enum rx_result rx_deliver(struct qp *qp, const struct rx *m);

/* ---- send.c, send_ud.c, send_rc.c, remote.c ---- */

/* A send WQE being executed. */
struct tx {
	uint8_t op;			/* MLX4_OPCODE_* */
	uint8_t *body, *end;		/* behind the control segment */
	const struct mlx4_wqe_datagram_seg *dg;		/* UD only */
	const struct mlx4_wqe_raddr_seg *remote;	/* RDMA and atomics only */
	struct sgl data;		/* gathered payload, or where a read goes */
	struct rx msg;
	uint32_t byte_cnt;		/* for the completion */
	int syndrome, vendor_err;	/* the outcome; 0 is success */
};

enum tx_result { TX_DONE, TX_LATER };

uint8_t *sq_next(struct qp *qp);
enum tx_result exec_wqe(struct qp *qp, uint8_t *wqe);
void send_ud(struct qp *qp, struct tx *t);
enum tx_result send_rc(struct qp *qp, struct tx *t);

bool is_atomic(uint8_t op);
bool is_remote_op(uint8_t op);
/* RX_OK, RX_NO_WQE (write with immediate only), RX_PROT: access refused. */
enum rx_result remote_access(struct qp *dst, struct tx *t);

void make_grh(uint8_t *g, const struct mlx4_av *av, int dev, int port,
	      uint32_t len);

/* ---- multicast.c ---- */

/* 0 or ENOMEM, 0 or EINVAL */
int mcast_attach(struct qp *qp, const uint8_t *gid, uint16_t mlid);
int mcast_detach(struct qp *qp, const uint8_t *gid, uint16_t mlid);
bool mcast_has(const struct qp *qp);
void mcast_drop(struct qp *qp);
void mcast_deliver(struct qp *src, const uint8_t *gid, uint32_t qkey,
		   const struct rx *m);

/* ---- strict.c: MLX4EMU_STRICT ---- */

void strict_receive_doorbell(struct qp *qp, uint32_t record);
void strict_segment(struct qp *qp, uint32_t key, uint32_t len);
void strict_consumer(struct cq *cq, uint32_t ci);

/* ---- flood.c ---- */

struct mlx4_cqe flood_cqe(const struct qp *qp, uint32_t bytes);
int flood_step(struct qp *qp);
void flood_end(struct qp *qp);
/* Of all QPs; these two take the lock. */
void flood_stop_all(void);
unsigned int floods_on(void);

/* ---- control_file.c: for the engine thread ---- */

void control_open(void);
void control_step(void);

/* ---- engine.c ---- */

void engine_start(void);
void engine_stop(void);
void engine_hold(bool on);	/* from any thread; waits for the end of a pass */

#endif /* EMU_HARDWARE_H */
