// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** More functions of mlx4emu.h, and one of libmlx4; 0 or a negative errno unless said otherwise. */
final class Device {
    /** MLX4EMU_FLOOD_RECV. */
    static final int RECEIVE = 1;

    private static final long DV_CQ = 2;
    private static final int DV_OBJ_CQ_IN = 16;
    private static final int DV_OBJ_CQ_OUT = 24;
    private static final int DV_BYTES = 64;

    static {
        Native.register(Device.class, NativeLibrary.getProcess());
    }

    private Device() {}

    static native int mlx4emu_flood_start(int qpn, int mode, long count, long rate, int bytes);

    static native int mlx4emu_flood_stop(int qpn);

    /** The next queue pair gets this number, if none has it. */
    static native int mlx4emu_next_qpn(int qpn);

    /** How many it has made since it was started. */
    static native long mlx4emu_flood_count(int qpn);

    /** From now on libmlx4 leaves the completions of destroyed queue pairs in the queue. */
    static void keepStale(Pointer cq) {
        try (Memory object = new Memory(DV_BYTES);
                Memory view = new Memory(DV_BYTES)) {
            object.clear();
            view.clear();
            object.setPointer(DV_OBJ_CQ_IN, cq);
            object.setPointer(DV_OBJ_CQ_OUT, view);
            int result =
                    NativeLibrary.getInstance("libmlx4.so.1")
                            .getFunction("mlx4dv_init_obj")
                            .invokeInt(new Object[] {object, DV_CQ});
            if (result != 0) {
                throw new AssertionError("mlx4dv_init_obj: " + result);
            }
        }
    }
}
