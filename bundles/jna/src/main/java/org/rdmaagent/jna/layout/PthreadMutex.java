// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

import com.sun.jna.Platform;

/**
 * {@code pthread_mutex_t} of the GNU C library, which lies in the middle of some structs of
 * verbs.h: what follows it is elsewhere on each architecture.
 */
final class PthreadMutex {
    /** Bytes on this machine. */
    static final int BYTES = bytes(Platform.ARCH);

    private PthreadMutex() {}

    /**
     * {@code __SIZEOF_PTHREAD_MUTEX_T} of bits/pthreadtypes-arch.h, where pointers have 64 bits.
     *
     * @param architecture as JNA names it
     */
    static int bytes(String architecture) {
        return architecture.equals("aarch64") ? 48 : 40;
    }
}
