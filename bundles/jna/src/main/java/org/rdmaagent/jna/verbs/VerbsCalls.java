// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.library.SharedLibrary;

/** The functions of libibverbs (verbs.h). Call them only if {@link #LIBRARY} is loaded. */
final class VerbsCalls {
    static final SharedLibrary LIBRARY =
            SharedLibrary.load("libibverbs.so.1", VerbsCalls.class, "libibverbs1");

    private VerbsCalls() {}

    static native @Nullable Pointer ibv_get_device_list(IntByReference count);

    static native void ibv_free_device_list(Pointer list);

    static native String ibv_get_device_name(Pointer device);

    static native @Nullable Pointer ibv_open_device(Pointer device);

    static native int ibv_close_device(Pointer context);

    static native int ibv_query_device(Pointer context, Pointer attributes);

    /** Fills 48 of the 52 bytes. */
    static native int ibv_query_port(Pointer context, byte port, Pointer attributes);

    static native int ibv_query_gid(Pointer context, byte port, int index, Pointer gid);

    static native int ibv_query_pkey(Pointer context, byte port, int index, Pointer pkey);
}
