// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.rdmaagent.Gid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WorkCompletion;

/** What a case works with: a lease of its own with a context, and all that waits. */
public final class Workbench implements AutoCloseable {
    /** The owner of what the cases make. */
    static final String OWNER = "contract";

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final Set<AccessFlag> EVERYTHING =
            Set.of(
                    AccessFlag.LOCAL_WRITE,
                    AccessFlag.REMOTE_WRITE,
                    AccessFlag.REMOTE_READ,
                    AccessFlag.REMOTE_ATOMIC);

    private final ContractRig rig;
    private final VerbsLease lease;
    private final ContextHandle context;
    private final PdHandle pd;
    private final List<AsyncNotice> seen = new ArrayList<>();
    private int names;

    Workbench(ContractRig rig) {
        this.rig = rig;
        this.lease = rig.library().lease(OWNER);
        Expect.equal(List.of(), lease.contexts(), "what an earlier case left open");
        this.context = lease.open(rig.device(), "context");
        this.pd = context.allocPd("pd");
    }

    ContractRig rig() {
        return rig;
    }

    VerbsLease lease() {
        return lease;
    }

    ContextHandle context() {
        return context;
    }

    PdHandle pd() {
        return pd;
    }

    /** A name that nothing has. */
    String name(String kind) {
        return kind + "-" + ++names;
    }

    DeviceAttributes limits() {
        return rig.library().queryDevice(rig.device()).attributes();
    }

    Port port() {
        return rig.library().queryPort(rig.portId());
    }

    boolean ethernet() {
        return port().attributes().linkLayer() == LinkLayer.ETHERNET;
    }

    /** The GID that loopback uses. */
    Gid gid() {
        return port().gids().stream()
                .filter(entry -> entry.index() == rig.gidIndex())
                .map(GidEntry::gid)
                .findFirst()
                .orElseThrow(() -> Expect.wrong("the rig's row of the GID table is empty"));
    }

    /** The shortest way to the own port: by LID, or by GID on Ethernet. */
    AhAttributes way() {
        return ethernet() ? globalWay() : AhAttributes.local(port().attributes().lid(), rig.port());
    }

    /** The way to the own port by its GID. */
    AhAttributes globalWay() {
        return AhAttributes.global(
                new GlobalRoute(gid(), 0, rig.gidIndex(), 64, 0),
                port().attributes().lid(),
                rig.port());
    }

    CqHandle cq(int cqe) {
        return context.createCq(name("cq"), cqe, null, 0);
    }

    /** A queue that tells a channel of its own. */
    CqHandle toldCq(int cqe) {
        ChannelHandle channel = context.createChannel(name("channel"));
        return context.createCq(name("cq"), cqe, channel, 0);
    }

    /** Whether queues of this device can be read directly: then an empty one can. */
    boolean offersDirect() {
        PolledQueue queue = Polling.queue(this, cq(1));
        try {
            rig.completionPorts().open(queue, Polling.HOLDER, PollingWay.DIRECT).close();
            return true;
        } catch (RdmaException e) {
            return false;
        }
    }

    MrHandle memory(long bytes) {
        return pd.registerMemory(name("mr"), bytes, EVERYTHING);
    }

    MrHandle memory(long bytes, AccessFlag... access) {
        return pd.registerMemory(name("mr"), bytes, Set.of(access));
    }

    /** A queue pair in RESET with queues and memory of its own. */
    Endpoint endpoint(QpType type) {
        return Endpoint.of(this, type);
    }

    /** Two that are connected to each other and ready to send; datagrams: ready to send. */
    Endpoint[] pair(QpType type) {
        Endpoint[] pair = {endpoint(type), endpoint(type)};
        pair[0].ready(pair[1], way());
        pair[1].ready(pair[0], way());
        return pair;
    }

    /** One completion. */
    WorkCompletion await(CqHandle cq) {
        return await(cq, 1).get(0);
    }

    /** So many completions, in order. */
    List<WorkCompletion> await(CqHandle cq, int count) {
        List<WorkCompletion> got = new ArrayList<>();
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            pollInto(got, cq, count);
            if (got.size() == count) {
                return got;
            }
            if (cq.channel().isPresent()) {
                // What came between polling and arming has to be polled, too.
                cq.requestNotify(false);
                pollInto(got, cq, count);
                if (got.size() < count && cq.channel().get().await(LOOK_AGAIN_NANOS).isPresent()) {
                    cq.ack(1);
                }
            }
            if (System.nanoTime() > end) {
                throw Expect.wrong(
                        "waited for " + count + " completions of " + cq.name() + ", got " + got);
            }
        }
    }

    private static void pollInto(List<WorkCompletion> got, CqHandle cq, int count) {
        if (got.size() < count) {
            got.addAll(cq.poll(count - got.size()));
        }
    }

    /** The next event of a type; others that come before are kept for later questions. */
    AsyncNotice awaitEvent(AsyncEventType type) {
        return awaitEvent(notice -> notice.type() == type, type.toString());
    }

    private AsyncNotice awaitEvent(Predicate<AsyncNotice> wanted, String what) {
        for (AsyncNotice notice : seen) {
            if (wanted.test(notice)) {
                seen.remove(notice);
                return notice;
            }
        }
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() < end) {
            Optional<AsyncNotice> next = context.awaitAsync(LOOK_AGAIN_NANOS);
            if (next.isPresent() && wanted.test(next.get())) {
                return next.get();
            }
            next.ifPresent(seen::add);
        }
        throw Expect.wrong("waited for the event " + what + ", saw " + seen);
    }

    @Override
    public void close() {
        try {
            lease.close();
        } catch (RdmaException e) {
            throw new AssertionError("the lease could not be closed: " + e.getMessage(), e);
        }
        try (VerbsLease next = rig.library().lease(OWNER)) {
            Expect.equal(List.of(), next.contexts(), "what is open after the lease was closed");
        }
    }
}
