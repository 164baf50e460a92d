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

/* Synchronously write up to n receive CQEs (mode MLX4EMU_FLOOD_CQE) into the
 * CQ of the QP from the calling thread.  Returns the number written. */
int64_t mlx4emu_fill(uint32_t qpn, uint32_t n, uint32_t bytes);

/* Hold (1) or release (0) the hardware thread: while it is held, posted work
 * stays outstanding. Commands still work. */
int mlx4emu_hold(int on);

/* Change the state of a port: IBV_PORT_DOWN .. IBV_PORT_ACTIVE. Raises
 * IBV_EVENT_PORT_ERR or IBV_EVENT_PORT_ACTIVE on every open context. */
int mlx4emu_port_state(int dev, int port, int state);

#ifdef __cplusplus
}
#endif
#endif /* MLX4EMU_H */
