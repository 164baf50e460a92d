// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import org.rdmaagent.spi.completion.DriverCalls;

/**
 * The pattern of a class whose native methods are the functions of one driver. It is never bound
 * itself: {@link HotCallClasses} makes a copy of it for each driver, since to bind a class again
 * would bind all its users again.
 */
public final class BoundCalls extends DriverCalls {
    /** For {@link HotCallClasses}, which finds it by reflection. */
    public BoundCalls() {}

    private static native int poll_cq(long cq, int entries, long completions);

    private static native int req_notify_cq(long cq, int solicitedOnly);

    private static native int post_recv(long qp, long first, long bad);

    private static native int post_srq_recv(long srq, long first, long bad);

    private static native int post_send(long qp, long first, long bad);

    @Override
    public int pollCq(long cq, int entries, long completions) {
        return poll_cq(cq, entries, completions);
    }

    @Override
    public int reqNotifyCq(long cq, int solicitedOnly) {
        return req_notify_cq(cq, solicitedOnly);
    }

    @Override
    public int postRecv(long qp, long first, long bad) {
        return post_recv(qp, first, bad);
    }

    @Override
    public int postSrqRecv(long srq, long first, long bad) {
        return post_srq_recv(srq, first, bad);
    }

    @Override
    public int postSend(long qp, long first, long bad) {
        return post_send(qp, first, bad);
    }
}
