// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.rdmaagent.verbs.QpCapabilities;

/**
 * The completion queues that a plan asks for: one, or one for receives and another one for sends,
 * so that a poll loop can read that of the receives directly.
 *
 * @param receives what receives report to
 * @param sends what sends report to; the same if it has the same name
 */
record PlanQueues(QueuePlan receives, QueuePlan sends) {
    private static final int LARGEST_QUEUE = 1 << 22;

    /**
     * Reads them from a configuration.
     *
     * @param name what the queue is called unless a key says otherwise
     * @param sizes of the queue pair, as asked for
     * @param ring whether it has a ring of receives, which must not overrun the queue
     * @throws IllegalArgumentException a key is wrong; the message names it
     */
    static PlanQueues of(PlanKeys keys, String name, QpCapabilities sizes, boolean ring) {
        String receiving = keys.text("completionQueue", name);
        String sending = keys.text("sendCompletionQueue", receiving);
        boolean one = sending.equals(receiving);
        int work = sizes.maxRecvWr() + (one ? sizes.maxSendWr() : 0);
        int entries = keys.number("completionEntries", work, 1, LARGEST_QUEUE);
        if (ring && entries < work) {
            throw new IllegalArgumentException(
                    "completionEntries = "
                            + entries
                            + " is too small for receiveBytes: "
                            + (one ? "maxSendWr + maxRecvWr = " : "maxRecvWr = ")
                            + work
                            + " requests can end before anybody looks, and a queue that overruns is"
                            + " dead; leave the key out, or raise it");
        }
        boolean channel = keys.flag("completionChannel", true);
        int vector = keys.number("completionVector", 0, 0, 0xffff);
        QueuePlan receives = new QueuePlan(receiving, entries, entries >= work, channel, vector);
        return new PlanQueues(
                receives,
                one ? receives : new QueuePlan(sending, sizes.maxSendWr(), true, channel, vector));
    }

    /** Whether sends and receives report to the same queue. */
    boolean areOne() {
        return receives.name().equals(sends.name());
    }

    /** Each of them once. */
    List<QueuePlan> each() {
        return areOne() ? List.of(receives) : List.of(receives, sends);
    }

    /** What they are called. */
    Set<String> names() {
        return each().stream().map(QueuePlan::name).collect(Collectors.toUnmodifiableSet());
    }

    /** The one of that name. */
    Optional<QueuePlan> find(String name) {
        return each().stream().filter(queue -> queue.name().equals(name)).findFirst();
    }

    /** Requests of a pair of these sizes that can be outstanding and report to a queue. */
    long work(String queue, QpCapabilities sizes) {
        return (receives.name().equals(queue) ? (long) sizes.maxRecvWr() : 0)
                + (sends.name().equals(queue) ? sizes.maxSendWr() : 0);
    }

    /** The interrupt vector of both. */
    int vector() {
        return receives.vector();
    }

    /** The same by other names, as many queues as these. */
    PlanQueues named(String other) {
        QueuePlan one = receives.named(other);
        return new PlanQueues(one, areOne() ? one : sends.named(other + "-sends"));
    }

    /**
     * The queues that do for all who share them.
     *
     * @param plan whose queues these are
     * @param all every plan that there is
     * @param most the largest queue of the device, entries; 1 or more
     */
    PlanQueues shared(QueuePairPlan plan, Collection<QueuePairPlan> all, IntSupplier most) {
        QueuePlan one = receives.shared(plan, all, most);
        return new PlanQueues(one, areOne() ? one : sends.shared(plan, all, most));
    }
}
