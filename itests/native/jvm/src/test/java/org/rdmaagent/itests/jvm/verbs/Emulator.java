// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/** The functions of mlx4emu.h that the cases need; 0 or a negative errno unless said otherwise. */
public final class Emulator {
    static {
        Native.register(Emulator.class, NativeLibrary.getProcess());
    }

    private Emulator() {}

    /** A counter. */
    public static native long mlx4emu_stat(String name);

    public static native int mlx4emu_hold(int on);

    public static native int mlx4emu_fail_wq(int errno);

    public static native int mlx4emu_port_state(int device, int port, int state);

    public static native int mlx4emu_event(int device, int port, int type, long value);

    public static native int mlx4emu_object_event(int qpn, int type);

    public static native int mlx4emu_inject(
            int qpn, int onSend, int syndrome, int vendorError, int count);

    /** How many completions were written. */
    public static native long mlx4emu_fill(int qpn, int completions, int bytes);
}
