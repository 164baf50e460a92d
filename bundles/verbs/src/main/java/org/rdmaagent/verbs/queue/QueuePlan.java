// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Collection;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * A completion queue that a plan asks for. Plans that name the same context and the same queue
 * share it, whether their sends or their receives report to it.
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
     * @param plan whose queue this is
     * @param all every plan that there is
     * @param most the largest queue of the device, entries; 1 or more
     */
    QueuePlan shared(QueuePairPlan plan, Collection<QueuePairPlan> all, IntSupplier most) {
        List<QueuePairPlan> others =
                all.stream()
                        .filter(other -> !other.name().equals(plan.name()))
                        .filter(plan::isBeside)
                        .filter(other -> other.queues().find(name).isPresent())
                        .toList();
        if (others.isEmpty()) {
            return this;
        }
        int largest = entries;
        long own = plan.work(name);
        long work = own;
        boolean anyChannel = channel;
        for (QueuePairPlan other : others) {
            QueuePlan theirs = other.queues().find(name).orElseThrow();
            largest = Math.max(largest, theirs.entries());
            work += other.work(name);
            anyChannel |= theirs.channel();
        }
        // What no queue of the device can hold must not keep a plan from its queue that fits.
        long fitting = Math.min(work, Math.max(most.getAsInt(), own));
        return new QueuePlan(name, (int) Math.max(largest, fitting), true, anyChannel, vector);
    }
}
