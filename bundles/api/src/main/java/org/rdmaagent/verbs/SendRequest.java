// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import java.util.Set;

/**
 * A message or an access to remote memory ({@code struct ibv_send_wr}, {@code ibv_post_send(3)}).
 *
 * @param wrId comes back in the completion
 * @param opcode what it does
 * @param flags how
 * @param segments the data, or where it goes for a read or an atomic
 * @param immediate immediate data as a number whose highest byte goes first on the wire, or the key
 *     to invalidate; 0 for other opcodes
 * @param target what it acts on
 */
public record SendRequest(
        long wrId,
        SendOpcode opcode,
        Set<SendFlag> flags,
        List<ScatterGather> segments,
        int immediate,
        SendTarget target) {
    /**
     * Copies the collections.
     *
     * @throws IllegalArgumentException if the target does not fit the opcode, or the opcode cannot
     *     be posted by this agent
     */
    public SendRequest {
        flags = Set.copyOf(flags);
        segments = List.copyOf(segments);
        if (!fits(opcode, target)) {
            throw new IllegalArgumentException(
                    opcode
                            + " cannot act on "
                            + target.getClass().getSimpleName()
                            + ": reads and writes need SendTarget.Memory, atomics"
                            + " SendTarget.Atomic, sends SendTarget.Peer or"
                            + " SendTarget.Datagram; "
                            + "BIND_MW, TSO, FLUSH, ATOMIC_WRITE and DRIVER1 are not offered");
        }
    }

    /** A message to the queue pair at the other end, reported when done. */
    public static SendRequest send(long wrId, List<ScatterGather> segments) {
        return new SendRequest(
                wrId,
                SendOpcode.SEND,
                Set.of(SendFlag.SIGNALED),
                segments,
                0,
                new SendTarget.Peer());
    }

    /** A datagram, reported when done. */
    public static SendRequest datagram(
            long wrId, List<ScatterGather> segments, SendTarget.Datagram to) {
        return new SendRequest(wrId, SendOpcode.SEND, Set.of(SendFlag.SIGNALED), segments, 0, to);
    }

    /** The same to another target. */
    public SendRequest withTarget(SendTarget other) {
        return new SendRequest(wrId, opcode, flags, segments, immediate, other);
    }

    private static boolean fits(SendOpcode opcode, SendTarget target) {
        return switch (opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ -> target instanceof SendTarget.Memory;
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> target instanceof SendTarget.Atomic;
            case SEND, SEND_WITH_IMM ->
                    target instanceof SendTarget.Peer || target instanceof SendTarget.Datagram;
            case SEND_WITH_INV, LOCAL_INV -> target instanceof SendTarget.Peer;
            case BIND_MW, TSO, FLUSH, ATOMIC_WRITE, DRIVER1 -> false;
        };
    }
}
