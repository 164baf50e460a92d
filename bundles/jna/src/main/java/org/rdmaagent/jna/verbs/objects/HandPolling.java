// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.jna.verbs.structs.CompletionStruct;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.WorkCompletion;

/**
 * Polling through the handle of a completion queue. Nobody posts the buffers of what is found
 * again. The queue is held, and nobody else consumes it.
 */
final class HandPolling {
    private static final String POLL = "ibv_poll_cq";
    private static final int BATCH = 64;

    private final NativeCq queue;
    private final AtomicInteger failure = new AtomicInteger();

    HandPolling(NativeCq queue) {
        this.queue = queue;
    }

    /** So many at the most. */
    List<WorkCompletion> poll(Pointer cq, int max) {
        throwIfDamaged(failure.getAndSet(0));
        List<WorkCompletion> found = new ArrayList<>();
        int batch = Math.min(max, BATCH);
        int stale = 0;
        try (CStruct entries = CStruct.allocate((long) batch * IbvWc.SIZE)) {
            boolean more = true;
            while (more && found.size() < max) {
                batch = Math.min(batch, max - found.size());
                int answer = poll(cq, entries, batch, found);
                boolean passed = answer < 0 && isStale() && stale++ < queue.entries();
                if (answer < 0 && !passed) {
                    failed(answer, found);
                }
                more = answer == batch || passed;
            }
        }
        if (found.isEmpty() && queue.hasOverrun()) {
            throwIfDamaged(-1);
        }
        tellRings(found);
        return found;
    }

    /** Whether a negative answer is about a queue pair that is gone. */
    private boolean isStale() {
        return queue.polling().leavesStale() && !queue.hasOverrun();
    }

    /** What was found before the failure is told first. */
    private void failed(int answer, List<WorkCompletion> found) {
        if (found.isEmpty()) {
            throwIfDamaged(answer);
        }
        failure.set(answer);
    }

    /** A negative answer hides the entries that were filled before it. */
    private int poll(Pointer cq, CStruct entries, int batch, List<WorkCompletion> found) {
        for (int i = 0; i < batch; i++) {
            CompletionStruct.mark(entries.part((long) i * IbvWc.SIZE));
        }
        int answer = queue.context().calls().call(IbvContext.POLL_CQ, cq, batch, entries.pointer());
        int filled = answer;
        if (answer < 0) {
            filled = 0;
            while (filled < batch
                    && CompletionStruct.isFilled(entries.part((long) filled * IbvWc.SIZE))) {
                filled++;
            }
        }
        for (int i = 0; i < filled; i++) {
            found.add(CompletionStruct.read(entries.part((long) i * IbvWc.SIZE)));
        }
        return answer;
    }

    private void throwIfDamaged(int answer) {
        if (answer < 0) {
            throw queue.failed(
                    POLL,
                    VerbsFailure.EIO,
                    (queue.hasOverrun()
                                    ? "it overran and is dead"
                                    : "it holds an entry that the library cannot make sense of ("
                                            + answer
                                            + ")")
                            + ": close its queue pairs and it, and create it again with room for"
                            + " all requests that may be outstanding");
        }
    }

    private void tellRings(List<WorkCompletion> found) {
        for (WorkCompletion each : found) {
            RingMemory ring = ring(each.qpNum());
            if (ring != null) {
                boolean receive =
                        each.details().map(CompletionDetails::opcode).stream()
                                .anyMatch(opcode -> opcode.isReceive());
                ring.takenByOthers(each.wrId(), !each.succeeded(), receive);
            }
        }
    }

    private @Nullable RingMemory ring(QpNumber number) {
        for (NativeObject user : queue.users()) {
            if (user instanceof NativeQp pair && pair.number().equals(number)) {
                NativeSrq shared = pair.queues().shared();
                return shared == null ? pair.ring() : shared.ring();
            }
        }
        return null;
    }
}
