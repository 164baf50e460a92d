// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;

/**
 * What arrives at a receive queue.
 *
 * @param request what the sender posted
 * @param payload its bytes
 * @param datagram what a datagram has beyond that
 */
// Never compared: an array of its own is made for each.
@SuppressWarnings("ArrayRecordComponent")
record Message(SendRequest request, byte[] payload, Optional<Envelope> datagram) {
    /**
     * Where a datagram comes from.
     *
     * @param header 40 bytes, or none if it has no global route
     * @param sender the queue pair
     * @param lid the source LID; 0 on Ethernet
     * @param sl service level
     * @param pathBits low bits of the LID that it was sent to
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Envelope(byte[] header, QpNumber sender, int lid, int sl, int pathBits) {}

    boolean solicited() {
        return request.flags().contains(SendFlag.SOLICITED);
    }

    private boolean withImmediate() {
        return request.opcode() == SendOpcode.SEND_WITH_IMM
                || request.opcode() == SendOpcode.RDMA_WRITE_WITH_IMM;
    }

    /** What its receive tells. */
    CompletionDetails details(WorkCompletionOpcode opcode, long bytes) {
        Set<WorkCompletionFlag> flags = EnumSet.noneOf(WorkCompletionFlag.class);
        if (withImmediate()) {
            flags.add(WorkCompletionFlag.WITH_IMM);
        }
        if (datagram.isPresent() && datagram.get().header().length > 0) {
            flags.add(WorkCompletionFlag.GRH);
        }
        return new CompletionDetails(
                opcode,
                bytes,
                withImmediate() ? request.immediate() : 0,
                datagram.map(Envelope::sender).orElse(new QpNumber(0)),
                flags,
                0,
                datagram.map(Envelope::lid).orElse(0),
                datagram.map(Envelope::sl).orElse(0),
                datagram.map(Envelope::pathBits).orElse(0));
    }
}
