// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** What a case works with: a lease of its own, and all that waits. */
public final class CmBench implements AutoCloseable {
    /** The owner of what the cases make. */
    static final String OWNER = "contract-cm";

    /** So long something may take that has to come. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final int FENCE = 0xfff0;

    private final CmRig rig;
    private final CmLease lease;
    private int names;

    CmBench(CmRig rig) {
        this.rig = rig;
        this.lease = rig.manager().lease(OWNER);
        Expect.equal(List.of(), lease.ids(), "what an earlier case left open");
    }

    static InetAddress ip(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(literal, e);
        }
    }

    CmRig rig() {
        return rig;
    }

    CmLease lease() {
        return lease;
    }

    /** A name that nothing has. */
    String name() {
        return "id-" + ++names;
    }

    CmId unbound() {
        return lease.createId(name(), PortSpace.UDP);
    }

    /** One that is bound to the rig's port. */
    CmId bound() {
        CmId id = unbound();
        id.bind(rig.local());
        return id;
    }

    static void ask(CmId id, GroupAddress group) {
        id.join(group, MemberKind.FULL_MEMBER);
    }

    /** A member of a group. */
    JoinedGroup join(CmId id, GroupAddress group) {
        ask(id, group);
        return joined(lease, id, group);
    }

    /** The next event, which is that an id joined a group. */
    static JoinedGroup joined(CmLease lease, CmId id, GroupAddress group) {
        CmNotice notice = next(lease);
        Expect.equal(CmEventType.MULTICAST_JOIN, notice.type(), "event: " + notice);
        Expect.equal(Errno.NONE, notice.status(), "status");
        Expect.equal(id.name(), notice.id().name(), "whose event it is");
        Expect.equal(Optional.of(group), notice.group(), "which group");
        return Expect.present(notice.joined(), "what the group is");
    }

    /** The next event. */
    CmNotice next() {
        return next(lease);
    }

    static CmNotice next(CmLease lease) {
        return Expect.present(lease.awaitEvent(PATIENCE_NANOS), "an event");
    }

    /** Nothing is told before what another id joins from now on. */
    void nothingWaits() {
        CmId fence = bound();
        GroupAddress group = rig.group(FENCE);
        JoinedGroup unused = join(fence, group);
        fence.close();
    }

    /** Does something on another thread, which must end by itself. */
    static <T> FutureTask<T> start(String name, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    static <T> T ended(FutureTask<T> task, String what) throws Exception {
        try {
            return task.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(what + ": it did not end", e);
        }
    }

    @Override
    public void close() {
        try {
            lease.close();
        } catch (RdmaException e) {
            throw new AssertionError("the lease could not be closed: " + e.getMessage(), e);
        }
        try (CmLease next = rig.manager().lease(OWNER)) {
            Expect.equal(List.of(), next.ids(), "what is open after the lease was closed");
        }
    }
}
