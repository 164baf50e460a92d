// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmaagent.multicast.membership.Rig.IB;
import static org.rdmaagent.multicast.membership.Rig.ROCE;
import static org.rdmaagent.multicast.membership.Rig.request;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Lid;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipEvent;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpNumber;

/** What is lost is asked for again until it is there. */
class LossTest {
    private final Rig rig = new Rig();

    @Test
    void anotherSubnetManagerMeansAnotherLid() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        JoinedGroup before = feed.status().joined().orElseThrow();
        rig.told.clear();
        rig.world.multicastFaults().smChange();
        rig.conductor.doWork(0);
        MembershipStatus lost = feed.status();
        assertEquals(MembershipState.LOST, lost.state());
        assertEquals("ENETRESET", lost.errno().name());
        assertEquals(Optional.empty(), lost.joined());
        assertEquals(List.of(), rig.attachments("feed"));
        MembershipStatus again = rig.await(feed, MembershipState.JOINED);
        JoinedGroup after = again.joined().orElseThrow();
        assertEquals(before.mgid(), after.mgid());
        assertNotEquals(before.mlid(), after.mlid());
        assertEquals(
                List.of(new MulticastAttachment(after.mgid(), after.mlid())),
                rig.attachments("feed"));
        assertEquals(2, again.joins());
        assertEquals(1, again.losses());
        assertTrue(
                again.lastGapMillis() >= 100 && again.lastGapMillis() <= 250,
                () -> "gap " + again.lastGapMillis());
        assertEquals("", again.reason());
    }

    @Test
    void theOrderOfWhatIsTold() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.world.multicastFaults().smChange();
        rig.conductor.doWork(0);
        rig.await(feed, MembershipState.JOINED);
        assertEquals(
                List.of(1L, 2L, 3L, 4L, 5L),
                rig.told.stream().map(MembershipEvent::sequence).toList());
        assertEquals(
                List.of(
                        MembershipState.JOINING,
                        MembershipState.JOINING,
                        MembershipState.JOINED,
                        MembershipState.LOST,
                        MembershipState.REJOINING),
                rig.told.stream().map(MembershipEvent::before).toList());
        assertEquals(
                List.of(
                        MembershipState.JOINING,
                        MembershipState.JOINED,
                        MembershipState.LOST,
                        MembershipState.REJOINING,
                        MembershipState.JOINED),
                rig.states("feed"));
    }

    @Test
    void whileThePortIsDownItIsTriedLessAndLessOften() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.told.clear();
        rig.world.deviceFaults().portDown(IB);
        rig.run(60_000);
        assertEquals(MembershipState.LOST, feed.status().state());
        long attempts =
                rig.told.stream()
                        .filter(event -> event.status().state() == MembershipState.REJOINING)
                        .count();
        // 100 ms, doubled each time up to 30 s, by chance half of that: a minute has 8 to 11.
        assertTrue(attempts >= 6 && attempts <= 12, () -> "attempts " + attempts);
        rig.world.deviceFaults().portUp(IB);
        MembershipStatus again = rig.await(feed, MembershipState.JOINED);
        assertTrue(again.lastGapMillis() > 60_000);
        assertEquals(1, again.losses());
    }

    @Test
    void aLossDuringAnotherAttemptIsTriedAgain() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.world.multicastFaults().joinDelay(50_000_000);
        rig.world.multicastFaults().smChange();
        rig.conductor.doWork(0);
        rig.world.multicastFaults().failNextJoin(110);
        MembershipStatus again = rig.await(feed, MembershipState.JOINED);
        assertEquals(1, again.losses());
        assertEquals(
                List.of(
                        MembershipState.JOINING,
                        MembershipState.JOINED,
                        MembershipState.LOST,
                        MembershipState.REJOINING,
                        MembershipState.LOST,
                        MembershipState.REJOINING,
                        MembershipState.JOINED),
                rig.states("feed"));
    }

    @Test
    void ofALidChangeAndAReregistrationToo() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.world.deviceFaults().lidChange(IB, new Lid(77));
        rig.conductor.doWork(0);
        assertEquals(MembershipState.LOST, feed.status().state());
        rig.await(feed, MembershipState.JOINED);
        rig.world.deviceFaults().clientReregister(IB);
        rig.conductor.doWork(0);
        rig.await(feed, MembershipState.JOINED);
        assertEquals(2, feed.status().losses());
    }

    @Test
    void onEthernetNothingIsLost() {
        Membership feed = rig.joined(request("feed").port(ROCE).build());
        rig.world.multicastFaults().smChange();
        rig.world.deviceFaults().portDown(ROCE);
        rig.run(1000);
        assertEquals(MembershipState.JOINED, feed.status().state());
    }

    @Test
    void aDeviceThatIsPulledOutComesBackWithAnotherPair() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        QpNumber before = feed.status().queuePair().orElseThrow();
        rig.world.deviceFaults().unplug("mlx4_0");
        rig.run(1000);
        assertEquals(MembershipState.LOST, feed.status().state());
        assertEquals("ENODEV", feed.status().errno().name());
        rig.world.deviceFaults().plug("mlx4_0");
        MembershipStatus again = rig.await(feed, MembershipState.JOINED);
        assertNotEquals(Optional.of(before), again.queuePair());
        assertEquals(1, rig.verbs().contexts().size());
        assertEquals(1, rig.attachments("feed").size());
    }

    @Test
    void oneThatIsLostCanBeLeft() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.world.deviceFaults().portDown(IB);
        rig.run(500);
        feed.leave();
        rig.run(500);
        assertEquals(MembershipState.LEFT, feed.status().state());
        assertEquals(List.of(), rig.verbs().contexts());
        rig.stop();
        assertEquals(List.of(), rig.lease().ids());
    }

    @Test
    void aPairThatIsClosedByOthersIsMadeAnew() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.pair("feed").close();
        rig.run(1500);
        rig.run(1500);
        MembershipStatus again = rig.await(feed, MembershipState.JOINED);
        assertEquals(1, again.losses());
        assertEquals(1, rig.attachments("feed").size());
        assertEquals(Optional.of(rig.pair("feed").number()), again.queuePair());
    }

    @Test
    void aProviderThatGoesAndComes() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.conductor.post(() -> rig.conductor.unbind(rig.world.cmLibrary()));
        rig.run(1000);
        assertEquals(MembershipState.LOST, feed.status().state());
        rig.managerComes();
        rig.await(feed, MembershipState.JOINED);
        assertEquals(1, rig.attachments("feed").size());
    }
}
