// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.DlInfo;

/**
 * The shared library that an address lies in.
 *
 * @param base where it is mapped; 0 if the address lies in none
 * @param file as the loader found it; empty if it lies in none
 */
record LoadedImage(long base, String file) {
    private static final LoadedImage NONE = new LoadedImage(0, "");

    /** Functions of the C library. */
    private static final class Calls {
        static {
            Native.register(Calls.class, NativeLibrary.getProcess());
        }

        private Calls() {}

        /** dladdr(3): 0 if the address lies in no library. */
        static native int dladdr(Pointer address, Pointer info);
    }

    /** The one that an address lies in. */
    static LoadedImage of(@Nullable Pointer address) {
        if (address == null) {
            return NONE;
        }
        try (CStruct info = CStruct.allocate(DlInfo.SIZE)) {
            if (Calls.dladdr(address, info.pointer()) == 0) {
                return NONE;
            }
            Pointer name = info.address(DlInfo.FILE_NAME);
            return new LoadedImage(info.get(DlInfo.BASE), name == null ? "" : name.getString(0));
        }
    }

    /** Whether it is the same copy of the same library. */
    boolean isThatOf(LoadedImage other) {
        return base != 0 && base == other.base;
    }

    /** The last part of its file's name. */
    String fileName() {
        return file.substring(file.lastIndexOf('/') + 1);
    }
}
