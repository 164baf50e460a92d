// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.List;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.object.ClosingAll;

/** The end of what one plan has made; the queue pairs of others on the same context go on. */
final class PlanEnding {
    private PlanEnding() {}

    /**
     * Closes the pair, its memory and its queue; the whole context if no other pair is there.
     *
     * @param pair its name, and that of its memory
     * @param queue the name of its completion queue
     * @return what failed, in words, to be tried again; empty if nothing is left
     */
    static List<String> of(DeviceContext context, String pair, String queue) {
        try {
            if (!hasOthers(context, pair)) {
                return ClosingAll.of(context);
            }
            // The pair first: its posted receives name the memory.
            context.find(QueuePair.class, pair).ifPresent(QueuePair::close);
            context.find(MemoryRegion.class, pair).ifPresent(MemoryRegion::close);
            new PlannedQueue(context, new QueuePlan(queue, 1, false, false, 0)).closeUnused();
            return List.of();
        } catch (RuntimeException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private static boolean hasOthers(DeviceContext context, String pair) {
        return context.objects().stream()
                .anyMatch(object -> object instanceof QueuePair && !object.name().equals(pair));
    }

    /** The completion queue of a pair, or this one if that is not known. */
    static String queueOf(DeviceContext context, String pair, String otherwise) {
        try {
            return context.find(QueuePair.class, pair)
                    .flatMap(QueuePair::receiveQueue)
                    .map(queue -> queue.name())
                    .orElse(otherwise);
        } catch (RdmaException e) {
            // It is being closed.
            return otherwise;
        }
    }
}
