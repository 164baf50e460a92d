// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.object.ClosingAll;

/** The end of what one plan has made; the queue pairs of others on the same context go on. */
final class PlanEnding {
    private PlanEnding() {}

    /**
     * Closes the pair, its memory and its queues; the whole context if no other pair is there.
     *
     * @param pair its name, and that of its memory
     * @param queues the names of its completion queues; those that others use stay
     * @return what failed, in words, to be tried again; empty if nothing is left
     */
    static List<String> of(DeviceContext context, String pair, Set<String> queues) {
        try {
            if (!hasOthers(context, pair)) {
                return ClosingAll.of(context);
            }
            // The pair first: its posted receives name the memory.
            context.find(QueuePair.class, pair).ifPresent(QueuePair::close);
            context.find(MemoryRegion.class, pair).ifPresent(MemoryRegion::close);
        } catch (RuntimeException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
        List<String> failures = new ArrayList<>();
        for (String queue : queues) {
            closeUnused(context, queue, failures);
        }
        return List.copyOf(failures);
    }

    /** A loop that holds one queue must not keep the other one. */
    private static void closeUnused(DeviceContext context, String queue, List<String> failures) {
        try {
            new PlannedQueue(context, new QueuePlan(queue, 1, false, false, 0)).closeUnused();
        } catch (RuntimeException e) {
            failures.add(String.valueOf(e.getMessage()));
        }
    }

    private static boolean hasOthers(DeviceContext context, String pair) {
        return context.objects().stream()
                .anyMatch(object -> object instanceof QueuePair && !object.name().equals(pair));
    }

    /** The names of the completion queues that a pair reports to; none if that is not known. */
    static Set<String> queuesOf(DeviceContext context, String pair) {
        try {
            return context.find(QueuePair.class, pair).stream()
                    .flatMap(found -> Stream.of(found.receiveQueue(), found.sendQueue()))
                    .flatMap(Optional::stream)
                    .map(CompletionQueue::name)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (RdmaException e) {
            // It is being closed.
            return Set.of();
        }
    }
}
