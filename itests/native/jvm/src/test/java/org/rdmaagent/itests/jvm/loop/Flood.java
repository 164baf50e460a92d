// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.nio.ByteBuffer;

/** Datagrams that the emulated device makes by itself, see mlx4emu.h. */
public final class Flood {
    /** MLX4EMU_FLOOD_RECV: into posted receives. */
    private static final int RECEIVE = 1;

    private static final int BYTES = 64;

    static {
        Native.register(Flood.class, NativeLibrary.getProcess());
    }

    private Flood() {}

    private static native int mlx4emu_flood_start(
            int qpn, int mode, long count, long rate, int bytes);

    private static native int mlx4emu_flood_stop(int qpn);

    private static native long mlx4emu_flood_count(int qpn);

    /**
     * Begins.
     *
     * @param count how many; 0 for no end
     * @param rate how many a second; 0 for as many as it can
     */
    public static void start(int qpn, long count, long rate) {
        assertEquals(0, mlx4emu_flood_start(qpn, RECEIVE, count, rate, BYTES));
    }

    /** Ends; how many there were. */
    public static long stop(int qpn) {
        assertEquals(0, mlx4emu_flood_stop(qpn));
        return mlx4emu_flood_count(qpn);
    }

    /** When the device made a datagram, on the clock of {@code System.nanoTime}. */
    public static long madeNanos(ByteBuffer payload) {
        // The emulator runs on hosts of little-endian order only.
        return Long.reverseBytes(payload.getLong(payload.position()));
    }
}
