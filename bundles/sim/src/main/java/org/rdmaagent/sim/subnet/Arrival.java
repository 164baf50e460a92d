// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.nio.ByteBuffer;

/** A MAD on its way to a session: an answer, or a question that comes back unanswered. */
final class Arrival implements Comparable<Arrival> {
    private final long at;
    private final long order;
    private final int agent;
    private final int status;
    private final ByteBuffer mad;

    Arrival(long at, long order, int agent, int status, ByteBuffer mad) {
        this.at = at;
        this.order = order;
        this.agent = agent;
        this.status = status;
        this.mad = mad;
    }

    /** When, in nanoseconds of the world's clock. */
    long at() {
        return at;
    }

    int agent() {
        return agent;
    }

    int status() {
        return status;
    }

    ByteBuffer mad() {
        return mad;
    }

    /** By time; at one time in the order in which the questions were sent. */
    @Override
    public int compareTo(Arrival other) {
        int byTime = Long.compare(at, other.at);
        return byTime != 0 ? byTime : Long.compare(order, other.order);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(order);
    }
}
