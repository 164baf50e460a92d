// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/** Arithmetic with memory keys. */
public final class MemoryKeys {
    private MemoryKeys() {}

    /**
     * The next key of the same memory: counts the low 8 bits on, round and round, and leaves the
     * others ({@code ib_inc_rkey}, include/rdma/ib_verbs.h; {@code ibv_inc_rkey(3)}).
     */
    public static int increment(int rkey) {
        return (rkey & ~0xff) | ((rkey + 1) & 0xff);
    }
}
