// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Set;

/** How a send request is carried out ({@code enum ibv_send_flags}, {@code ibv_post_send(3)}). */
public enum SendFlag implements NativeCode {
    /** Begins only when earlier reads and atomics are done. */
    FENCE(1),
    /** Reports its completion. */
    SIGNALED(1 << 1),
    /** Makes an event at the other side if that waits for solicited ones. */
    SOLICITED(1 << 2),
    /** The data is copied while posting: no key is needed and the memory is free at once. */
    INLINE(1 << 3),
    /** The adapter computes the checksums of IP and of TCP or UDP. */
    IP_CSUM(1 << 4);

    private final int code;

    SendFlag(int code) {
        this.code = code;
    }

    /** The bit in C. */
    @Override
    public int code() {
        return code;
    }

    /** Those whose bits are set in a mask; bits that none has are left out. */
    public static Set<SendFlag> ofMask(int mask) {
        return NativeCode.ofMask(SendFlag.class, mask);
    }
}
