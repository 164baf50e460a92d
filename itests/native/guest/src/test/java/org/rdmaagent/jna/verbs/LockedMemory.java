// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.library.SharedLibrary;

/** Registers memory on a context of the provider's, since the kernel counts that as locked. */
public final class LockedMemory {
    /** IBV_ACCESS_LOCAL_WRITE of verbs.h. */
    private static final int LOCAL_WRITE = 1;

    private LockedMemory() {}

    /**
     * Registers and gives back.
     *
     * @param bytes how much
     * @throws org.rdmaagent.RdmaException ENOMEM above the limit of locked memory
     */
    public static void register(String device, long bytes) {
        ContextLeases leases = new ContextLeases();
        try (Memory memory = new Memory(bytes)) {
            leases.ask("ibv_reg_mr", device, context -> register(context, device, memory));
        } finally {
            leases.stop();
        }
    }

    private static boolean register(Pointer context, String device, Memory memory) {
        Pointer domain = Calls.ibv_alloc_pd(context);
        if (domain == null) {
            throw VerbsFailure.of("ibv_alloc_pd", Native.getLastError(), device);
        }
        try {
            Pointer region =
                    Calls.ibv_reg_mr(domain, memory, new NativeLong(memory.size()), LOCAL_WRITE);
            if (region == null) {
                throw VerbsFailure.of("ibv_reg_mr", Native.getLastError(), device);
            }
            return Calls.ibv_dereg_mr(region) == 0;
        } finally {
            Calls.ibv_dealloc_pd(domain);
        }
    }

    private static final class Calls {
        static {
            SharedLibrary library =
                    SharedLibrary.load("libibverbs.so.1", Calls.class, "libibverbs1");
            if (!library.loaded()) {
                throw new IllegalStateException(library.reason());
            }
        }

        static native @Nullable Pointer ibv_alloc_pd(Pointer context);

        static native int ibv_dealloc_pd(Pointer domain);

        static native @Nullable Pointer ibv_reg_mr(
                Pointer domain, Pointer address, NativeLong length, int access);

        static native int ibv_dereg_mr(Pointer region);
    }
}
