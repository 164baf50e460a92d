// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** What a send request does ({@code enum ibv_wr_opcode}, {@code ibv_post_send(3)}). */
public enum SendOpcode implements NativeCode {
    /** Writes into remote memory. */
    RDMA_WRITE(0),
    /** The same, and completes a receive request there. */
    RDMA_WRITE_WITH_IMM(1),
    /** Fills a receive request of the other side. */
    SEND(2),
    /** The same with 32 bits of immediate data. */
    SEND_WITH_IMM(3),
    /** Reads from remote memory. */
    RDMA_READ(4),
    /** Compares 64 bits and swaps them if equal. */
    ATOMIC_CMP_AND_SWP(5),
    /** Adds to 64 bits and returns what they were. */
    ATOMIC_FETCH_AND_ADD(6),
    /** Invalidates a local key. */
    LOCAL_INV(7),
    /** Binds a memory window. */
    BIND_MW(8),
    /** A send that invalidates a key of the other side. */
    SEND_WITH_INV(9),
    /** TCP segmentation by the adapter. */
    TSO(10),
    /** What the driver makes of it. */
    DRIVER1(11),
    /** Waits until remote writes are visible or persistent (rdma-core 46 and newer). */
    FLUSH(14),
    /** Writes 64 bits at once. */
    ATOMIC_WRITE(15);

    private final int code;

    SendOpcode(int code) {
        this.code = code;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<SendOpcode> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }
}
