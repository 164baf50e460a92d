// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.library.SharedLibrary;

/** The functions of libibumad (umad.h). Call them only if {@link #LIBRARY} is loaded. */
final class UmadCalls {
    static final SharedLibrary LIBRARY =
            SharedLibrary.load("libibumad.so.3", UmadCalls.class, "libibumad3");

    private UmadCalls() {}

    static native int umad_init();

    static native int umad_get_cas_names(Pointer names, int max);

    static native int umad_get_ca(String name, Pointer ca);

    static native int umad_release_ca(Pointer ca);

    static native int umad_open_port(String name, int port);

    static native int umad_close_port(int fd);

    static native int umad_get_fd(int fd);

    /** 56 before the first port is open in this process, then what the kernel takes. */
    static native long umad_size();

    static native int umad_register(
            int fd, int classCode, int version, byte rmppVersion, @Nullable Pointer methods);

    /**
     * Called for each packet, so with the address as a number: an object costs JNA some looks into
     * it.
     *
     * @param umad address of the header, the MAD behind it
     */
    static native int umad_send(
            int fd, int agent, long umad, int length, int timeoutMillis, int retries);

    /**
     * The same.
     *
     * @param umad address of the header, room behind it
     * @param length address of an int: the room for a MAD, then the MAD's length
     */
    static native int umad_recv(int fd, long umad, long length, int timeoutMillis);
}
