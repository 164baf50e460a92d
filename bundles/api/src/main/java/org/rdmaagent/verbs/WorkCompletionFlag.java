// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Set;

/** What a completion carries ({@code enum ibv_wc_flags}, {@code ibv_poll_cq(3)}). */
public enum WorkCompletionFlag implements NativeCode {
    /** The first 40 bytes of the buffer hold a network header. */
    GRH(1),
    /** There is immediate data. */
    WITH_IMM(1 << 1),
    /** The checksums of IP and of TCP or UDP are right. */
    IP_CSUM_OK(1 << 2),
    /** A key was invalidated. */
    WITH_INV(1 << 3),
    /** Tags have to be synchronized. */
    TM_SYNC_REQ(1 << 4),
    /** A tag matched. */
    TM_MATCH(1 << 5),
    /** The data of a tagged receive is there. */
    TM_DATA_VALID(1 << 6);

    private final int code;

    WorkCompletionFlag(int code) {
        this.code = code;
    }

    /** The bit in C. */
    @Override
    public int code() {
        return code;
    }

    /** Those whose bits are set in a mask; bits that none has are left out. */
    public static Set<WorkCompletionFlag> ofMask(int mask) {
        return NativeCode.ofMask(WorkCompletionFlag.class, mask);
    }
}
