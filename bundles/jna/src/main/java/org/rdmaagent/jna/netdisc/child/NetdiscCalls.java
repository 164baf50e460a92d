// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * The function of libibnetdisc (ibnetdisc.h). Whoever uses it binds it first; only the process of a
 * scan calls it.
 */
public final class NetdiscCalls {
    /** The library's name. */
    public static final String SONAME = "libibnetdisc.so.5";

    /** The library that it is built on; the switch of its debug lines is there. */
    static final String MAD_SONAME = "libibmad.so.5";

    private NetdiscCalls() {}

    /**
     * The signature of the header; the manual page tells of an older one.
     *
     * @param from {@code ib_portid_t}; the library writes into it
     * @param config {@code ibnd_config_t}; the library reads it without asking whether it is NULL
     * @return {@code ibnd_fabric_t}; null on failure
     */
    static native @Nullable Pointer ibnd_discover_fabric(
            String caName, int caPort, Pointer from, Pointer config);
}
