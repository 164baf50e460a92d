// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmaagent.multicast.membership.Rig.GROUP;
import static org.rdmaagent.multicast.membership.Rig.IB;
import static org.rdmaagent.multicast.membership.Rig.OTHER;
import static org.rdmaagent.multicast.membership.Rig.ROCE;
import static org.rdmaagent.multicast.membership.Rig.request;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;

/** From a request to the group, and out of it. */
class JoiningTest {
    private final Rig rig = new Rig();

    @Test
    void aMemberIsAttachedWithTheQkeyOfTheGroup() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        MembershipStatus status = feed.status();
        JoinedGroup group = status.joined().orElseThrow();
        QueuePair pair = rig.pair("feed");
        assertEquals(
                List.of(new MulticastAttachment(group.mgid(), group.mlid())), pair.attachments());
        assertEquals(group.qkey(), pair.query(Set.of(QpAttribute.QKEY, QpAttribute.STATE)).qkey());
        assertEquals(QpState.RTS, pair.state());
        assertEquals(256, pair.receiveRing().orElseThrow().buffers());
        assertEquals(2088, pair.receiveRing().orElseThrow().bytesEach());
        assertEquals(Optional.of(pair.number()), status.queuePair());
        assertEquals("multicast/feed:feed", status.queue());
        assertEquals(Optional.of(IB), status.port());
        assertEquals("198.51.100.11", status.localAddress());
        assertTrue(status.attached());
        assertEquals("", status.reason());
        assertEquals(1, status.joins());
        assertEquals(-1, status.lastGapMillis());
        assertFalse(status.lasting());
        assertEquals(List.of(MembershipState.JOINING, MembershipState.JOINED), rig.states("feed"));
        assertEquals(Set.of("feed"), rig.counted);
    }

    @Test
    void aLocalAddressDoesInsteadOfAPort() {
        Membership feed = rig.joined(request("feed").localAddress("192.0.2.10").build());
        assertEquals(Optional.of(ROCE), feed.status().port());
        assertEquals(
                "0000:0000:0000:0000:0000:ffff:ef01:0203",
                feed.status().joined().orElseThrow().mgid().toString());
    }

    @Test
    void onlySendingNeedsNoAttachment() {
        Membership out =
                rig.joined(request("out").port(IB).memberKind(MemberKind.SEND_ONLY).build());
        assertFalse(out.status().attached());
        assertEquals("", out.status().queue());
        assertEquals("it only sends: nothing arrives by this membership", out.status().loopback());
        assertEquals(List.of(), rig.attachments("out"));
        assertEquals(Optional.empty(), rig.pair("out").receiveRing());
        assertEquals(Set.of(), rig.counted);
    }

    @Test
    void ownCopiesAreKeptAwayWhereTheDriverCan() {
        Membership here = rig.joined(request("here").port(IB).loopback(false).build());
        assertEquals("its own messages are kept away, as asked for", here.status().loopback());
        assertTrue(rig.pair("here").init().blockMulticastLoopback());
        Membership there = rig.joined(request("there").port(ROCE).loopback(false).build());
        assertEquals(
                "asked to keep own copies away; the driver of rxe0 cannot (EOPNOTSUPP): they"
                        + " arrive",
                there.status().loopback());
        assertFalse(rig.pair("there").init().blockMulticastLoopback());
    }

    @Test
    void leavingDetachesLeavesAndCloses() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        feed.leave();
        rig.conductor.doWork(0);
        assertEquals(MembershipState.LEFT, feed.status().state());
        assertEquals(List.of(), rig.attachments("feed"));
        assertFalse(feed.status().attached());
        assertEquals(Optional.empty(), feed.status().joined());
        rig.run(500);
        assertEquals(List.of(), rig.verbs().contexts());
        assertEquals(Set.of(), rig.counted);
        assertEquals(
                List.of(
                        MembershipState.JOINING,
                        MembershipState.JOINED,
                        MembershipState.LEAVING,
                        MembershipState.LEFT),
                rig.states("feed"));
        rig.stop();
        assertEquals(List.of(), rig.lease().ids());
    }

    @Test
    void oneThatWasLeftIsShownForAMinute() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        feed.leave();
        rig.run(59_000);
        assertEquals(List.of(feed), rig.conductor.memberships());
        rig.run(2_000);
        assertEquals(List.of(), rig.conductor.memberships());
    }

    @Test
    void leavingTwiceIsRefusedAndClosingTwiceIsNot() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        feed.leave();
        RdmaException refusal = assertThrows(RdmaException.class, feed::leave);
        assertEquals("EADDRNOTAVAIL", refusal.errno().name());
        feed.close();
        rig.run(100);
        assertEquals(MembershipState.LEFT, feed.status().state());
    }

    @Test
    void leavingBeforeTheAnswerCancels() {
        rig.world.multicastFaults().joinDelay(1_000_000_000);
        Membership feed = rig.join(request("feed").port(IB).build());
        rig.run(100);
        assertEquals(MembershipState.JOINING, feed.status().state());
        feed.leave();
        rig.run(5_000);
        assertEquals(
                List.of(MembershipState.JOINING, MembershipState.LEAVING, MembershipState.LEFT),
                rig.states("feed"));
        assertEquals(0, feed.status().joins());
        assertEquals(List.of(), rig.verbs().contexts());
    }

    @Test
    void leavingBeforeItBeganCancelsToo() {
        Membership feed = rig.join(request("feed").port(IB).build());
        feed.leave();
        rig.run(500);
        assertEquals(MembershipState.LEFT, feed.status().state());
        assertEquals(List.of(), rig.verbs().contexts());
    }

    @Test
    void aNameIsTakenUntilItIsLeft() {
        Membership first = rig.joined(request("feed").port(IB).build());
        assertThrows(
                IllegalArgumentException.class, () -> rig.join(request("feed").port(ROCE).build()));
        first.leave();
        rig.conductor.doWork(0);
        Membership second = rig.joined(request("feed").port(IB).build());
        assertEquals(List.of(second), rig.conductor.memberships());
        assertEquals(MembershipState.LEFT, first.status().state());
        // The queue pair of the first one was closed before that of the second was made.
        assertEquals(1, rig.verbs().contexts().size());
        rig.run(65_000);
        assertEquals(MembershipState.JOINED, second.status().state());
    }

    @Test
    void whoGivesNoNameGetsOne() {
        Membership first = rig.join(JoinRequest.by(IB, GROUP));
        Membership second = rig.join(JoinRequest.by(IB, OTHER));
        assertEquals("join-1", first.name());
        assertEquals("join-2", second.name());
        assertEquals(Optional.of("join-1"), first.request().name());
        rig.await(second, MembershipState.JOINED);
    }

    @Test
    void whatTheKernelRefusesIsToldWithItsRemedy() {
        Membership feed =
                rig.join(
                        new JoinRequestBuilder(GroupAddress.parse("ff0e::1"))
                                .name("six")
                                .port(ROCE)
                                .build());
        MembershipStatus status = rig.await(feed, MembershipState.FAILED);
        assertEquals(524, status.errno().number());
        assertFalse(status.reason().isEmpty());
        assertEquals(List.of(), rig.verbs().contexts());
        // One of a call is not tried again.
        rig.run(60_000);
        assertEquals(MembershipState.FAILED, feed.status().state());
        assertEquals(List.of(MembershipState.JOINING, MembershipState.FAILED), rig.states("six"));
        feed.leave();
        rig.conductor.doWork(0);
        assertEquals(MembershipState.LEFT, feed.status().state());
    }

    @Test
    void aRefusalOfTheSubnetManagerFails() {
        rig.world.multicastFaults().failNextJoin(22);
        Membership feed = rig.join(request("feed").port(IB).build());
        MembershipStatus status = rig.await(feed, MembershipState.FAILED);
        assertEquals("EINVAL", status.errno().name());
        rig.stop();
        assertEquals(List.of(), rig.lease().ids());
    }

    @Test
    void withoutAProviderACallFailsAtOnce() {
        rig.conductor.post(() -> rig.conductor.unbind(rig.world.cmLibrary()));
        Membership feed = rig.join(request("feed").port(IB).build());
        MembershipStatus status = rig.await(feed, MembershipState.FAILED);
        assertEquals("ENODEV", status.errno().name());
    }

    @Test
    void aFailingAttachLeavesTheGroup() {
        rig.world.deviceFaults().failNext("mlx4_0", "ibv_attach_mcast", 12, 1);
        Membership feed = rig.join(request("feed").port(IB).build());
        MembershipStatus status = rig.await(feed, MembershipState.FAILED);
        assertEquals("ENOMEM", status.errno().name());
        assertEquals(Optional.empty(), status.joined());
        rig.run(100);
        assertEquals(List.of(), rig.verbs().contexts());
        rig.stop();
        assertEquals(List.of(), rig.lease().ids());
    }

    @Test
    void aNameIsFreeAsSoonAsItIsAskedToLeave() {
        Membership first = rig.joined(request("feed").port(IB).build());
        first.leave();
        Membership second = rig.join(request("feed").port(IB).build());
        assertThrows(RdmaException.class, first::leave);
        rig.await(second, MembershipState.JOINED);
        assertEquals(MembershipState.LEFT, first.status().state());
        assertEquals(1, rig.attachments("feed").size());
        assertEquals(1, rig.verbs().contexts().size());
        rig.run(65_000);
        assertEquals(List.of(second), rig.conductor.memberships());
        assertEquals(MembershipState.JOINED, second.status().state());
    }

    @Test
    void aNewOneWaitsUntilTheOneBeforeIsDetached() {
        Membership first = rig.joined(request("feed").port(IB).build());
        rig.verbsGo();
        first.leave();
        Membership second = rig.join(request("feed").port(IB).build());
        Membership third = rig.membership("feed");
        assertEquals(second, third);
        rig.run(500);
        assertEquals(MembershipState.LEAVING, first.status().state());
        assertEquals(MembershipState.JOINING, second.status().state());
        assertTrue(second.status().reason().contains("before"), second.status()::reason);
        rig.verbsCome();
        rig.await(second, MembershipState.JOINED);
        assertEquals(MembershipState.LEFT, first.status().state());
        second.leave();
        rig.run(500);
        rig.stop();
        assertEquals(List.of(), rig.lease().ids());
    }

    @Test
    void oneThatFailedIsListedForTenMinutesWithoutWhatIsGone() {
        rig.world.multicastFaults().failNextJoin(22);
        Membership feed = rig.join(request("feed").port(IB).build());
        MembershipStatus failed = rig.await(feed, MembershipState.FAILED);
        assertEquals(Optional.empty(), failed.queuePair());
        assertEquals("", failed.queue());
        assertEquals("", failed.loopback());
        assertEquals(-1, failed.lateMessages());
        rig.run(595_000);
        assertEquals(List.of(feed), rig.conductor.memberships());
        rig.run(10_000);
        assertEquals(List.of(), rig.conductor.memberships());
        feed.leave();
        rig.run(100);
        assertEquals(MembershipState.LEFT, feed.status().state());
    }

    @Test
    void oneThatWasLeftShowsWhatCameLateButNoPair() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        feed.leave();
        rig.run(500);
        MembershipStatus left = feed.status();
        assertEquals(Optional.empty(), left.queuePair());
        assertEquals("", left.queue());
        assertEquals("", left.loopback());
        assertEquals(0, left.lateMessages());
    }

    @Test
    void moreReceivesThanTheDeviceTakesAreRefusedByTheirName() {
        int most = rig.world.verbsLibrary().queryDevice("mlx4_0").attributes().maxQpWr();
        assertTrue(most < 16_384, "the simulated device takes " + most);
        Membership feed = rig.join(request("feed").port(IB).receiveBuffers(most + 1).build());
        MembershipStatus status = rig.await(feed, MembershipState.FAILED);
        assertTrue(
                status.reason().contains("receiveBuffers = " + (most + 1) + " is more than mlx4_0"),
                status::reason);
        assertTrue(status.reason().contains("feed"), status::reason);
        rig.joined(request("less").port(IB).receiveBuffers(most).build());
    }

    @Test
    void anMgidOfInfiniBandBeginsWithFf() {
        GroupAddress group = GroupAddress.parse("mgid:::ffff:239.1.2.3");
        Membership feed = rig.join(new JoinRequestBuilder(group).name("feed").port(IB).build());
        MembershipStatus status = rig.await(feed, MembershipState.FAILED);
        assertEquals("EINVAL", status.errno().name());
        assertTrue(status.reason().contains("an MGID begins with ff"), status::reason);
    }
}
