// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** What completed ({@code enum ibv_wc_opcode}, {@code ibv_poll_cq(3)}). */
public enum WorkCompletionOpcode implements NativeCode {
    /** A send. */
    SEND(0),
    /** A write. */
    RDMA_WRITE(1),
    /** A read. */
    RDMA_READ(2),
    /** A compare and swap. */
    COMP_SWAP(3),
    /** A fetch and add. */
    FETCH_ADD(4),
    /** A memory window was bound. */
    BIND_MW(5),
    /** A local key was invalidated. */
    LOCAL_INV(6),
    /** A segmented packet. */
    TSO(7),
    /** A flush (rdma-core 46 and newer). */
    FLUSH(8),
    /** An atomic write. */
    ATOMIC_WRITE(9),
    /** A receive. */
    RECV(128),
    /** A receive that a remote write with immediate data completed. */
    RECV_RDMA_WITH_IMM(129),
    /** A tag was added. */
    TM_ADD(130),
    /** A tag was taken away. */
    TM_DEL(131),
    /** Tags were synchronized. */
    TM_SYNC(132),
    /** A tagged receive. */
    TM_RECV(133),
    /** A receive without a tag. */
    TM_NO_TAG(134),
    /** What the driver makes of it. */
    DRIVER1(135),
    /** What the driver makes of it. */
    DRIVER2(136),
    /** What the driver makes of it. */
    DRIVER3(137),
    /** A number that verbs.h does not name. */
    UNKNOWN(-1);

    private final int code;

    WorkCompletionOpcode(int code) {
        this.code = code;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<WorkCompletionOpcode> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }

    /** Whether a receive request completed: bit 7 of the number. */
    public boolean isReceive() {
        return code >= 128;
    }
}
