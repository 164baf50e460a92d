// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmJoin;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** What an owner has joined outlives the owner; and how waiting for events ends. */
final class CmLeaseCases {
    private static final String OTHER_OWNER = "contract-cm-other";
    private static final long VERY_LONG_NANOS = TimeUnit.HOURS.toNanos(1);

    private CmLeaseCases() {}

    static List<CmCase> cases() {
        return List.of(
                CmCase.of("the next owner finds ids, groups and memos", CmLeaseCases::adopted),
                CmCase.of("an event waits for the next owner", CmLeaseCases::waits),
                CmCase.of("taking a lease up ends its earlier use", CmLeaseCases::takenOver),
                CmCase.of("a lease that was given back is not used", CmLeaseCases::unusable),
                CmCase.of("owners do not see each other", CmLeaseCases::apart),
                CmCase.of("closing a lease leaves everything", CmLeaseCases::closed),
                CmCase.of("no time only looks", CmLeaseCases::looks),
                CmCase.of("waking ends the next waiting", CmLeaseCases::wokenBefore),
                CmCase.of("waking ends a waiting", CmLeaseCases::wokenMeanwhile),
                CmCase.of("an event ends a waiting", CmLeaseCases::toldMeanwhile),
                CmCase.of("handing back ends a waiting", CmLeaseCases::handedBackMeanwhile));
    }

    private static void adopted(CmBench bench) {
        CmId member = bench.bound();
        JoinedGroup joined = bench.join(member, bench.rig().group(1));
        member.setMemo("one membership");
        CmId idle = bench.unbound();
        bench.lease().handBack();
        bench.lease().handBack();
        try (CmLease next = bench.rig().manager().lease(CmBench.OWNER)) {
            Expect.equal(CmBench.OWNER, next.owner(), "owner");
            Expect.equal(
                    List.of(member.name(), idle.name()),
                    next.ids().stream().map(CmId::name).toList(),
                    "ids");
            CmId found = next.ids().get(0);
            Expect.that(found.isOpen(), "it is open");
            Expect.equal("one membership", found.memo(), "memo");
            Expect.equal(PortSpace.UDP, found.portSpace(), "port space");
            Expect.equal(
                    bench.rig().port(), Expect.present(found.binding(), "binding").port(), "port");
            GroupAddress group = bench.rig().group(1);
            Expect.equal(
                    List.of(new CmJoin(group, MemberKind.FULL_MEMBER, Optional.of(joined))),
                    found.joins(),
                    "joins");
            Expect.mistaken(
                    () -> next.createId(idle.name(), PortSpace.UDP), "a name that is taken");
            found.leave(group);
            CmBench.ask(found, group);
            Expect.equal(joined.mgid(), CmBench.joined(next, found, group).mgid(), "joined anew");
        }
        Expect.that(!member.isOpen() && !idle.isOpen(), "closed with the next lease");
    }

    private static void waits(CmBench bench) {
        CmId id = bench.bound();
        GroupAddress group = bench.rig().group(1);
        CmBench.ask(id, group);
        bench.lease().handBack();
        try (CmLease next = bench.rig().manager().lease(CmBench.OWNER)) {
            CmId found = next.ids().get(0);
            JoinedGroup joined = CmBench.joined(next, found, group);
            Expect.equal(Optional.of(joined), found.joins().get(0).answer(), "answer");
        }
    }

    private static void takenOver(CmBench bench) {
        CmId id = bench.bound();
        try (CmLease second = bench.rig().manager().lease(CmBench.OWNER)) {
            Expect.refused("EBADF", () -> bench.lease().awaitEvent(0), "waiting by the first");
            Expect.refused(
                    "EBADF", () -> bench.lease().createId("more", PortSpace.UDP), "making one");
            bench.lease().close();
            bench.lease().handBack();
            Expect.that(id.isOpen(), "closing the first closes nothing any more");
            Expect.equal(1, second.ids().size(), "ids of the second");
        }
        Expect.that(!id.isOpen(), "closed by the second");
    }

    private static void unusable(CmBench bench) {
        CmLease lease = bench.rig().manager().lease(OTHER_OWNER);
        lease.handBack();
        refusedAll(lease);
        CmLease other = bench.rig().manager().lease(OTHER_OWNER);
        other.close();
        other.close();
        refusedAll(other);
    }

    private static void refusedAll(CmLease lease) {
        Expect.refused("EBADF", () -> lease.createId("x", PortSpace.UDP), "making an id");
        Expect.refused("EBADF", lease::ids, "listing ids");
        Expect.refused("EBADF", () -> lease.awaitEvent(0), "looking for events");
    }

    private static void apart(CmBench bench) {
        CmId mine = bench.bound();
        GroupAddress group = bench.rig().group(1);
        try (CmLease other = bench.rig().manager().lease(OTHER_OWNER)) {
            Expect.equal(List.of(), other.ids(), "ids of another owner");
            CmId theirs = other.createId(mine.name(), PortSpace.UDP);
            theirs.bind(bench.rig().local());
            CmBench.ask(theirs, group);
            CmBench.ask(mine, group);
            CmBench.joined(other, theirs, group);
            Expect.equal(List.of(mine), bench.lease().ids(), "own ids");
        }
        CmBench.joined(bench.lease(), mine, group);
        bench.nothingWaits();
    }

    private static void closed(CmBench bench) {
        CmLease lease = bench.rig().manager().lease(OTHER_OWNER);
        CmId member = lease.createId("member", PortSpace.UDP);
        member.bind(bench.rig().local());
        CmBench.ask(member, bench.rig().group(1));
        CmBench.joined(lease, member, bench.rig().group(1));
        CmBench.ask(member, bench.rig().group(2));
        CmId idle = lease.createId("idle", PortSpace.UDP);
        lease.close();
        Expect.that(!member.isOpen() && !idle.isOpen(), "both are closed");
        try (CmLease next = bench.rig().manager().lease(OTHER_OWNER)) {
            Expect.equal(List.of(), next.ids(), "ids");
            Expect.equal(Optional.empty(), next.awaitEvent(0), "events");
        }
    }

    private static void looks(CmBench bench) {
        Expect.equal(Optional.empty(), bench.lease().awaitEvent(0), "events");
        Expect.equal(Optional.empty(), bench.lease().awaitEvent(1), "events after a moment");
    }

    private static void wokenBefore(CmBench bench) throws Exception {
        bench.lease().wake();
        Expect.equal(Optional.empty(), CmBench.ended(waiting(bench), "waiting"), "event");
    }

    private static FutureTask<Optional<CmNotice>> waiting(CmBench bench) {
        return CmBench.start("waits", () -> bench.lease().awaitEvent(VERY_LONG_NANOS));
    }

    private static void wokenMeanwhile(CmBench bench) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        FutureTask<Optional<CmNotice>> waiting =
                CmBench.start(
                        "waits",
                        () -> {
                            begun.countDown();
                            return bench.lease().awaitEvent(VERY_LONG_NANOS);
                        });
        begun.await();
        bench.lease().wake();
        Expect.equal(Optional.empty(), CmBench.ended(waiting, "waiting"), "event");
        bench.nothingWaits();
    }

    private static void toldMeanwhile(CmBench bench) throws Exception {
        CmId id = bench.bound();
        FutureTask<Optional<CmNotice>> waiting = waiting(bench);
        CmBench.ask(id, bench.rig().group(1));
        Expect.equal(
                Optional.of(bench.rig().group(1)),
                Expect.present(CmBench.ended(waiting, "waiting"), "event").group(),
                "group");
    }

    private static void handedBackMeanwhile(CmBench bench) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        CmId id = bench.bound();
        FutureTask<Optional<CmNotice>> waiting =
                CmBench.start(
                        "waits",
                        () -> {
                            // After the first event it is certain that the next call follows.
                            Optional<CmNotice> first = bench.lease().awaitEvent(VERY_LONG_NANOS);
                            seen.countDown();
                            return first.isEmpty()
                                    ? first
                                    : bench.lease().awaitEvent(VERY_LONG_NANOS);
                        });
        CmBench.ask(id, bench.rig().group(1));
        seen.await();
        bench.lease().handBack();
        try {
            Expect.equal(Optional.empty(), CmBench.ended(waiting, "waiting"), "event");
        } catch (ExecutionException e) {
            // The lease was gone before the second call began.
            Expect.that(
                    e.getCause() instanceof RdmaException refusal
                            && refusal.errno().name().equals("EBADF"),
                    "how the waiting ended: " + e.getCause());
        }
        try (CmLease next = bench.rig().manager().lease(CmBench.OWNER)) {
            Expect.equal(1, next.ids().size(), "ids of the next");
        }
    }
}
