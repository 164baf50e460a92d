/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mlx4emu.h - control interface of the emulated mlx4 device (libmlx4emu.so).
 *
 * The library is meant to be LD_PRELOADed.  A test program may reach these
 * entry points by dlsym(RTLD_DEFAULT, "mlx4emu_...") (C) or through JNA's
 * NativeLibrary.getProcess() / Native.load("/path/libmlx4emu.so") (Java), so
 * that the program itself needs no link-time dependency.
 *
 * All functions are thread safe.  QP numbers are unique over all emulated
 * devices of the process.  Unless noted: 0 on success, -errno on failure.
 */
#ifndef MLX4EMU_H
#define MLX4EMU_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flood modes for mlx4emu_flood_start(). */
enum {
	/* Receive CQEs appear in the CQ; no receive WQE is consumed, no data
	 * is moved.  Measures nothing but the poll loop. */
	MLX4EMU_FLOOD_CQE = 0,
	/* UD datagrams are scattered into posted receive WQEs (GRH included);
	 * the application has to repost.  Payload bytes 0..7 hold the
	 * CLOCK_MONOTONIC ns of production, bytes 8..15 a sequence number. */
	MLX4EMU_FLOOD_RECV = 1,
};

/* Interface version of this header. */
int mlx4emu_version(void);

/* Counter by name (see the EMU_STATS in src/emu.h); ~0 if unknown. */
uint64_t mlx4emu_stat(const char *name);

/* Let the next 'count' WQEs of the send queue (on_send != 0) or of the receive
 * queue (on_send == 0) complete with this mlx4 CQE syndrome. */
int mlx4emu_inject(uint32_t qpn, int on_send, int syndrome, int vendor_err,
		   int count);

/* Produce 'count' completions (0 = until stopped) at 'rate' per second (0 = as
 * fast as possible) on the receive CQ of the QP. 'bytes' is the payload size
 * reported or written (without the 40 bytes of GRH). */
int mlx4emu_flood_start(uint32_t qpn, int mode, uint64_t count, uint64_t rate,
			uint32_t bytes);
int mlx4emu_flood_stop(uint32_t qpn);
/* Number of completions that the flood of this QP has produced so far. */
uint64_t mlx4emu_flood_count(uint32_t qpn);

/* Carry on with the flood of this QP from the calling thread, until it is over or finds
 * no receive or no room. Returns how many completions it has produced so far. */
uint64_t mlx4emu_flood_run(uint32_t qpn);

/* Synchronously write up to n receive CQEs (mode MLX4EMU_FLOOD_CQE) into the
 * CQ of the QP from the calling thread.  Returns the number written. */
int64_t mlx4emu_fill(uint32_t qpn, uint32_t n, uint32_t bytes);

/* Hold (1) or release (0) the hardware thread: while it is held, posted work
 * stays outstanding. Commands still work. */
int mlx4emu_hold(int on);

/* The next QP gets this number, or the next one that is free; otherwise the number
 * of a dead QP is taken again as late as possible.
 * -EINVAL: no number that a QP with queues can have. */
int mlx4emu_next_qpn(uint32_t qpn);

/* Let the next creation of a work queue fail with this errno; 0: no more. */
int mlx4emu_fail_wq(int err);

/* Change the state of a port: IBV_PORT_DOWN .. IBV_PORT_ACTIVE. Raises
 * IBV_EVENT_PORT_ERR or IBV_EVENT_PORT_ACTIVE on every open context.
 * -ENODEV: the device had its fatal event. */
int mlx4emu_port_state(int dev, int port, int state);

/* Raise an event about a port (IBV_EVENT_...) on every open context of the
 * device, and let queries, sysfs and traffic show what it is about.  Ports count
 * from 1.  value is in host byte order; 0 asks for the bare event:
 *
 *   PORT_ERR, PORT_ACTIVE   0; the port is DOWN or ACTIVE from now on
 *   LID_CHANGE              the new LID, 1..0xbfff, which no other port has
 *   SM_CHANGE               the new LID of the subnet manager, 1..0xbfff
 *   CLIENT_REREGISTER       0
 *   GID_CHANGE              the new upper 64 bits of the port's GID
 *   PKEY_CHANGE             index << 16 | the new P_Key at this index, 0..7
 *   DEVICE_FATAL            about the device, whatever port is:
 *                           0: an internal error.  Commands fail with EIO, but for
 *                              those that free an object; opening fails with EAGAIN;
 *                              nothing is sent or completed any more.
 *                           1: the device is taken away.  Every command fails with
 *                              EIO; so does reading an event file when its last
 *                              event is read; sysfs and the device file are gone.
 *
 * -EINVAL: no such device, port, event or value; -EADDRINUSE: another port has this
 * LID; -ENODEV: the device had its fatal event. */
int mlx4emu_event(int dev, int port, int type, uint64_t value);

/* The device comes (back) fresh from its reset, its ports as in the beginning.
 * Contexts that were open lose it for good, as with DEVICE_FATAL and value 1. */
int mlx4emu_reset(int dev);

/* Raise an event about a QP (QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR: it goes to ERR;
 * COMM_EST, SQ_DRAINED, PATH_MIG, PATH_MIG_ERR, QP_LAST_WQE_REACHED), about its
 * receive CQ (CQ_ERR: nothing comes into it any more) or about its SRQ (SRQ_ERR,
 * SRQ_LIMIT_REACHED).  -ENOENT: no such QP; -EINVAL: another event, or no SRQ;
 * -ENODEV: its device is gone. */
int mlx4emu_object_event(uint32_t qpn, int type);

#ifdef __cplusplus
}
#endif
#endif /* MLX4EMU_H */
