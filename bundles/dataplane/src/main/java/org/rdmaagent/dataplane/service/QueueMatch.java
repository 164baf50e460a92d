// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.completion.PolledQueue;

/**
 * The queue that a configured name means.
 *
 * @param queue it, if it can be polled
 * @param reason why there is none; empty if there is one
 */
record QueueMatch(@Nullable PolledQueue queue, String reason) {
    /**
     * Looks for it.
     *
     * @param cq {@code name} or {@code context:name}
     * @param open the queues that there are
     * @param taken the queues that are polled already, with the loop that does
     */
    static QueueMatch of(String cq, List<PolledQueue> open, Map<Long, String> taken) {
        List<PolledQueue> found =
                open.stream()
                        .filter(
                                queue ->
                                        cq.equals(queue.name()) || cq.equals(queue.qualifiedName()))
                        .toList();
        if (found.isEmpty()) {
            return none("there is no completion queue of this name yet");
        }
        if (found.size() > 1) {
            return none(
                    "several queues have this name, "
                            + String.join(" and ", found.stream().map(QueueMatch::place).toList())
                            + ": name the context, too");
        }
        PolledQueue queue = found.get(0);
        String loop = taken.get(queue.identity());
        return loop == null
                ? new QueueMatch(queue, "")
                : none("loop " + loop + " polls " + queue.qualifiedName() + " already");
    }

    /** No queue, for this reason. */
    static QueueMatch none(String reason) {
        return new QueueMatch(null, reason);
    }

    private static String place(PolledQueue queue) {
        return queue.qualifiedName() + " on " + queue.device();
    }

    /** The names by which a handler may ask for the completions of a queue. */
    static Set<String> names(String cq, @Nullable PolledQueue queue) {
        Set<String> names = new TreeSet<>(Set.of(cq));
        if (queue != null) {
            names.add(queue.name());
            names.add(queue.qualifiedName());
        }
        return names;
    }
}
