// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.ArrayDeque;

/**
 * A management agent that works on one question at a time. Others wait for their turn; those that
 * find every place taken are lost, as a switch drops what its VL15 buffer cannot hold. Guarded by
 * the subnet's lock.
 */
final class ServiceQueue {
    /** There was no place. */
    static final long LOST = -1;

    private final long serviceNanos;
    private final int places;
    private final ArrayDeque<Long> ends = new ArrayDeque<>();

    /**
     * An idle agent.
     *
     * @param serviceNanos what it needs for one question, above 0
     * @param places how many may wait beside the one that it works on, 0 or more
     */
    ServiceQueue(long serviceNanos, int places) {
        this.serviceNanos = serviceNanos;
        this.places = places;
    }

    /**
     * Takes a question.
     *
     * @param arrival when it arrives, on the clock of the world
     * @return when its answer is ready; {@link #LOST} if it never is
     */
    long take(long arrival) {
        while (!ends.isEmpty() && ends.getFirst() <= arrival) {
            ends.removeFirst();
        }
        if (ends.size() > places) {
            return LOST;
        }
        long begin = ends.isEmpty() ? arrival : ends.getLast();
        ends.addLast(begin + serviceNanos);
        return begin + serviceNanos;
    }
}
