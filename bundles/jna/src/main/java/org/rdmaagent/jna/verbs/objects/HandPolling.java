// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.WorkCompletion;

/** Completions that were polled through the queue's handle: nobody posts their buffers again. */
final class HandPolling {
    private HandPolling() {}

    /** Tells the rings of the queue's pairs; the queue is held. */
    static void tellRings(NativeCq queue, List<WorkCompletion> found) {
        for (WorkCompletion each : found) {
            RingMemory ring = ring(queue, each.qpNum());
            if (ring != null) {
                boolean receive =
                        each.details().map(CompletionDetails::opcode).stream()
                                .anyMatch(opcode -> opcode.isReceive());
                ring.takenByOthers(each.wrId(), !each.succeeded(), receive);
            }
        }
    }

    private static @Nullable RingMemory ring(NativeCq queue, QpNumber number) {
        for (NativeObject user : queue.users()) {
            if (user instanceof NativeQp pair && pair.number().equals(number)) {
                NativeSrq shared = pair.queues().shared();
                return shared == null ? pair.ring() : shared.ring();
            }
        }
        return null;
    }
}
