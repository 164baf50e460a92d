// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Collection;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The completion queue that a plan asks for. Plans that name the same context and the same queue
 * share it.
 *
 * @param name of the queue and of its channel, within the context
 * @param entries at least
 * @param holdsAllWork whether it must have an entry for each request that can be outstanding, also
 *     where a driver grants more of them than were asked for
 * @param channel whether it gets a channel, so that a poll loop can sleep on it
 * @param vector completion vector, from 0
 */
record QueuePlan(String name, int entries, boolean holdsAllWork, boolean channel, int vector) {
    /** The same by another name. */
    QueuePlan named(String other) {
        return new QueuePlan(other, entries, holdsAllWork, channel, vector);
    }

    /**
     * The queue that does for all who share it.
     *
     * @param plan one of them
     * @param all every plan that there is
     * @param most the largest queue of the device, entries; 1 or more
     */
    static QueuePlan shared(QueuePairPlan plan, Collection<QueuePairPlan> all, IntSupplier most) {
        List<QueuePairPlan> others =
                all.stream()
                        .filter(other -> !other.name().equals(plan.name()) && other.shares(plan))
                        .toList();
        QueuePlan own = plan.queue();
        if (others.isEmpty()) {
            return own;
        }
        int largest = own.entries();
        long work = plan.work();
        boolean channel = own.channel();
        for (QueuePairPlan other : others) {
            largest = Math.max(largest, other.queue().entries());
            work += other.work();
            channel |= other.queue().channel();
        }
        // What no queue of the device can hold must not keep a plan from its queue that fits.
        int entries =
                Math.max(largest, (int) Math.min(work, Math.max(most.getAsInt(), plan.work())));
        return new QueuePlan(own.name(), entries, true, channel, own.vector());
    }
}
