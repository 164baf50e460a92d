// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.function.Consumer;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipStatus;

/** A membership as it is given out. For any thread. */
final class LiveMembership implements Membership {
    private static final String LEAVE = "rdma_leave_multicast";
    private static final Errno EADDRNOTAVAIL = Errno.of(99);

    private final MembershipCore core;
    private final Consumer<Runnable> conductor;

    LiveMembership(MembershipCore core, Consumer<Runnable> conductor) {
        this.core = core;
        this.conductor = conductor;
    }

    @Override
    public String name() {
        return core.name();
    }

    @Override
    public JoinRequest request() {
        return core.request();
    }

    @Override
    public MembershipStatus status() {
        return core.board().show();
    }

    @Override
    public MembershipStatus await(long millis) throws InterruptedException {
        return core.board().await(millis);
    }

    @Override
    public void leave() {
        if (core.board().isEnded()) {
            throw core.board().gone(LEAVE);
        }
        if (!core.board().askToLeave()) {
            throw new RdmaException(
                    LEAVE,
                    EADDRNOTAVAIL,
                    core.name(),
                    "it was left before: look at its state, and join again to come back");
        }
        conductor.accept(core::leave);
    }

    @Override
    public void close() {
        if (!core.board().isEnded() && core.board().askToLeave()) {
            conductor.accept(core::leave);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LiveMembership membership && membership.core == core;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(core);
    }

    @Override
    public String toString() {
        return "membership " + core.name();
    }
}
