// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmaagent.multicast.membership.Rig.IB;
import static org.rdmaagent.multicast.membership.Rig.ROCE;
import static org.rdmaagent.multicast.membership.Rig.request;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.verbs.DeviceContext;

/** Memberships outlive the bundle, and the verbs'. */
class SwapTest {
    private final Rig rig = new Rig();

    @Test
    void theNextBundleFindsTheMembershipAsItWas() {
        Membership feed = rig.joined(request("feed").port(IB).receiveBuffers(32).build());
        MembershipStatus before = feed.status();
        rig.told.clear();
        rig.swap();
        MembershipStatus after = rig.membership("feed").status();
        assertEquals(before, after);
        assertEquals(feed.request(), rig.membership("feed").request());
        rig.run(3000);
        assertEquals(before, rig.membership("feed").status());
        assertEquals(List.of(), rig.told);
        assertEquals(1, rig.attachments("feed").size());
        assertEquals(Set.of("feed"), rig.counted);
    }

    @Test
    void whatTheOldBundleGaveOutAnswersEbadf() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.swap();
        assertEquals("EBADF", assertThrows(RdmaException.class, feed::status).errno().name());
        assertEquals("EBADF", assertThrows(RdmaException.class, feed::leave).errno().name());
        assertEquals(
                "EBADF", assertThrows(RdmaException.class, () -> feed.await(0)).errno().name());
        feed.close();
        rig.run(500);
        assertEquals(MembershipState.JOINED, rig.state("feed"));
    }

    @Test
    void whatWasLostMeanwhileIsHandled() {
        rig.joined(request("feed").port(IB).build());
        rig.told.clear();
        rig.stop();
        rig.world.multicastFaults().smChange();
        rig.start();
        rig.run(1000);
        assertEquals(
                List.of(MembershipState.LOST, MembershipState.REJOINING, MembershipState.JOINED),
                rig.states("feed"));
        MembershipStatus status = rig.membership("feed").status();
        assertEquals(2, status.joins());
        assertEquals(1, status.losses());
        assertEquals(1, rig.attachments("feed").size());
    }

    @Test
    void anAnswerThatComesMeanwhileIsTaken() {
        rig.world.multicastFaults().joinDelay(500_000_000);
        rig.join(request("feed").port(IB).build());
        rig.run(100);
        assertEquals(List.of(MembershipState.JOINING), rig.states("feed"));
        rig.stop();
        rig.world.advance(Duration.ofSeconds(1));
        rig.start();
        rig.run(100);
        assertEquals(List.of(MembershipState.JOINED), rig.states("feed"));
        assertEquals(1, rig.attachments("feed").size());
    }

    @Test
    void oneThatIsLostGoesOnBeingAskedFor() {
        rig.joined(request("feed").port(IB).build());
        rig.world.deviceFaults().portDown(IB);
        rig.run(1000);
        rig.swap();
        assertTrue(
                Set.of(MembershipState.LOST, MembershipState.REJOINING)
                        .contains(rig.state("feed")));
        rig.world.deviceFaults().portUp(IB);
        MembershipStatus again = rig.await(rig.membership("feed"), MembershipState.JOINED);
        assertEquals(2, again.joins());
        assertEquals(1, again.losses());
        assertTrue(again.lastGapMillis() > 0);
    }

    @Test
    void oneThatIsLeftWhileTheVerbsAreAwayIsLeftByTheNextBundle() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.verbsGo();
        feed.leave();
        rig.run(500);
        assertEquals(MembershipState.LEAVING, feed.status().state());
        rig.swap();
        assertEquals(MembershipState.LEAVING, rig.state("feed"));
        rig.verbsCome();
        rig.await(rig.membership("feed"), MembershipState.LEFT);
        rig.run(1000);
        assertEquals(List.of(), rig.verbs().contexts());
    }

    @Test
    void oneOfAFileGoesOnWithItsFile() {
        Map<String, String> keys = Map.of("device", "mlx4_0", "group", "239.1.2.3");
        rig.file("feed", keys);
        rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        rig.told.clear();
        rig.swap();
        rig.run(90_000);
        assertEquals(List.of(), rig.told);
        assertEquals(MembershipState.JOINED, rig.state("feed"));
    }

    @Test
    void oneWhoseFileWentMeanwhileIsLeftAfterAWhile() {
        rig.file("feed", Map.of("device", "mlx4_0", "group", "239.1.2.3"));
        rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        rig.stop();
        rig.forgetFile("feed");
        rig.start();
        rig.run(50_000);
        assertEquals(MembershipState.JOINED, rig.state("feed"));
        rig.run(15_000);
        assertEquals(MembershipState.LEFT, rig.state("feed"));
    }

    @Test
    void oneWhoseFileSaysSomethingElseJoinsAnew() {
        rig.file("feed", Map.of("device", "mlx4_0", "group", "239.1.2.3"));
        rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        rig.stop();
        rig.forgetFile("feed");
        rig.start();
        rig.file("feed", Map.of("device", "rxe0", "group", "239.1.2.4"));
        rig.run(2000);
        assertEquals(ROCE, rig.membership("feed").status().port().orElseThrow());
        assertEquals(MembershipState.JOINED, rig.state("feed"));
        assertEquals(1, rig.verbs().contexts().size());
    }

    @Test
    void aReplacementOfTheVerbsChangesNothing() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        MembershipStatus before = feed.status();
        rig.told.clear();
        rig.verbsGo();
        rig.run(3000);
        assertEquals(MembershipState.JOINED, feed.status().state());
        rig.verbsCome();
        rig.run(3000);
        assertEquals(before, feed.status());
        assertEquals(List.of(), rig.told);
        // It was claimed: the verbs do not close it as nobody's.
        assertEquals(List.of(), rig.verbs().unclaimed());
    }

    @Test
    void whatIsLostWhileTheVerbsAreAwayIsAttachedWhenTheyAreBack() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        rig.verbsGo();
        rig.world.multicastFaults().smChange();
        rig.run(3000);
        assertTrue(feed.status().joined().isEmpty());
        rig.verbsCome();
        rig.await(feed, MembershipState.JOINED);
        assertEquals(1, rig.attachments("feed").size());
        assertEquals(
                feed.status().joined().orElseThrow().mlid(), rig.attachments("feed").get(0).mlid());
    }

    @Test
    void oneThatIsAskedForWhileTheVerbsAreAwayWaits() {
        rig.verbsGo();
        Membership feed = rig.join(request("feed").port(IB).build());
        rig.run(1000);
        assertEquals(MembershipState.JOINING, feed.status().state());
        assertTrue(feed.status().reason().contains("verbs"), feed.status()::reason);
        rig.verbsCome();
        MembershipStatus joined = rig.await(feed, MembershipState.JOINED);
        assertEquals("", joined.reason());
    }

    @Test
    void whatAnEarlierBundleCouldNotCloseIsClosed() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        feed.leave();
        rig.run(50);
        // The pair still lives, for messages that are late.
        assertEquals(1, rig.verbs().contexts().size());
        rig.swap();
        assertEquals(List.of(), rig.verbs().contexts());
        assertEquals(List.of(), rig.conductor.memberships());
    }

    @Test
    void contextsOfOthersAreLeftAlone() {
        DeviceContext other = rig.verbs().open("mlx4_0", "qp/other");
        rig.swap();
        rig.run(2000);
        assertEquals(List.of(other), rig.verbs().contexts());
    }
}
