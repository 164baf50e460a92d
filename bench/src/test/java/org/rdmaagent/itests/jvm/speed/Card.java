// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/** What the emulated device does on demand, see mlx4emu.h. */
final class Card {
    /** Bytes of a message, without the network header. */
    static final int MESSAGE_BYTES = 64;

    /** What a completion of a datagram says: the message, and 40 bytes for the network header. */
    static final int BYTE_LEN = MESSAGE_BYTES + 40;

    /** MLX4EMU_FLOOD_RECV: into posted receives. */
    private static final int RECEIVE = 1;

    static {
        Native.register(Card.class, NativeLibrary.getProcess());
    }

    private Card() {}

    private static native long mlx4emu_fill(int qpn, int n, int bytes);

    private static native int mlx4emu_hold(int on);

    private static native int mlx4emu_flood_start(
            int qpn, int mode, long count, long rate, int bytes);

    private static native long mlx4emu_flood_run(int qpn);

    /** Stops its thread, so that it takes no part of the machine, or lets it go on. */
    static void hold(boolean on) {
        require(mlx4emu_hold(on ? 1 : 0) == 0, "the device cannot be held");
    }

    /** Writes bare receive completions, from this thread; no posted receive is used up. */
    static void fill(int pair, int count) {
        require(mlx4emu_fill(pair, count, MESSAGE_BYTES) == count, "the queue has no room");
    }

    /** Writes datagrams into posted receives, from this thread. */
    static void datagrams(int pair, int count) {
        require(mlx4emu_flood_start(pair, RECEIVE, count, 0, MESSAGE_BYTES) == 0, "no datagrams");
        require(mlx4emu_flood_run(pair) == count, "no receives are posted");
    }

    private static void require(boolean good, String otherwise) {
        if (!good) {
            throw new IllegalStateException(otherwise);
        }
    }
}
