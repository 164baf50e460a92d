// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.jspecify.annotations.Nullable;

/**
 * What waits to be asked of one node, and how many questions it may have at a time: few at first,
 * one more with each prompt answer, half as many after a late one, a single one after silence. So a
 * node that answers slowly holds its own questions up and nobody else's.
 */
final class SmpTarget implements Comparable<SmpTarget> {
    private static final int FIRST_LIMIT = 4;

    /** Beyond that a single management agent only queues; buffers of VL15 are small. */
    private static final int MOST = 32;

    private final int order;
    private int limit = FIRST_LIMIT;
    private int onWire;
    private @Nullable SmpRequest first;
    private @Nullable SmpRequest last;

    /** Whether it stands in the backlog's list of those that may be asked. */
    boolean listed;

    /**
     * A target with nothing to be asked.
     *
     * @param order earlier ones are asked first
     */
    SmpTarget(int order) {
        this.order = order;
    }

    void add(SmpRequest request) {
        SmpRequest end = last;
        if (end == null) {
            first = request;
        } else {
            end.next = request;
        }
        last = request;
    }

    boolean waits() {
        return first != null;
    }

    /** Whether something waits that may be sent now. */
    boolean ready(int window) {
        return first != null && onWire < Math.min(limit, share(window));
    }

    @Nullable SmpRequest poll() {
        SmpRequest request = first;
        if (request != null) {
            first = request.next;
            request.next = null;
            if (first == null) {
                last = null;
            }
        }
        return request;
    }

    void sent() {
        onWire++;
    }

    /** One answer less to wait for. */
    void ended() {
        onWire--;
    }

    void prompt() {
        limit = Math.min(MOST, limit + 1);
    }

    void late() {
        limit = Math.max(1, limit / 2);
    }

    /**
     * A question found no answer. Many can wait in vain at a time: it is the late answers that tell
     * a crowd from a node that does not know an attribute.
     */
    void silent() {
        limit = Math.min(limit, FIRST_LIMIT);
    }

    /** The part of the window that one node may have. */
    private static int share(int window) {
        return (window + 1) / 2;
    }

    @Override
    public int compareTo(SmpTarget other) {
        return Integer.compare(order, other.order);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return order;
    }
}
