// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Set;

/**
 * Who may do what to memory ({@code enum ibv_access_flags}, {@code ibv_reg_mr(3)}); local reads are
 * always allowed.
 */
public enum AccessFlag implements NativeCode {
    /** The local adapter may write; needed for receives. */
    LOCAL_WRITE(1),
    /** Remote writes; needs {@link #LOCAL_WRITE}. */
    REMOTE_WRITE(1 << 1),
    /** Remote reads. */
    REMOTE_READ(1 << 2),
    /** Remote atomics; needs {@link #LOCAL_WRITE}. */
    REMOTE_ATOMIC(1 << 3),
    /** Memory windows may be bound. */
    MW_BIND(1 << 4),
    /** Remote addresses begin at 0. */
    ZERO_BASED(1 << 5),
    /** Pages are brought in when touched, not pinned. */
    ON_DEMAND(1 << 6),
    /** The memory consists of huge pages. */
    HUGETLB(1 << 7),
    /** Writes may become visible in another order; ignored where not supported. */
    RELAXED_ORDERING(1 << 20);

    private final int code;

    AccessFlag(int code) {
        this.code = code;
    }

    /** The bit in C. */
    @Override
    public int code() {
        return code;
    }

    /** Those whose bits are set in a mask; bits that none has are left out. */
    public static Set<AccessFlag> ofMask(int mask) {
        return NativeCode.ofMask(AccessFlag.class, mask);
    }
}
