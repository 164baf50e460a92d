// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmaagent.multicast.membership.Rig.IB;
import static org.rdmaagent.multicast.membership.Rig.request;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;

/** Memberships that files ask for. */
class FilesTest {
    private static final Map<String, String> FEED =
            Map.of("device", "mlx4_0", "group", "239.1.2.3");

    private final Rig rig = new Rig();

    private static Map<String, String> with(String key, String value) {
        Map<String, String> keys = new HashMap<>(FEED);
        keys.put(key, value);
        return keys;
    }

    private void trouble(String part) {
        assertTrue(
                rig.conductor.troubles().stream().anyMatch(text -> text.contains(part)),
                () -> part + " in " + rig.conductor.troubles());
    }

    @Test
    void aFileMakesAMembershipAndItsEndLeavesIt() {
        rig.file("feed", FEED);
        MembershipStatus status = rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        assertTrue(status.lasting());
        assertEquals(List.of(), rig.conductor.troubles());
        rig.removeFile("feed");
        rig.run(500);
        assertEquals(MembershipState.LEFT, rig.state("feed"));
        assertEquals(List.of(), rig.verbs().contexts());
    }

    @Test
    void anEditLeavesAndJoinsAnew() {
        rig.file("feed", FEED);
        rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        rig.file("feed", with("receiveBuffers", "8"));
        rig.run(1000);
        assertEquals(MembershipState.JOINED, rig.state("feed"));
        assertEquals(8, rig.pair("feed").receiveRing().orElseThrow().buffers());
        assertEquals(
                List.of(
                        MembershipState.JOINING,
                        MembershipState.JOINED,
                        MembershipState.LEAVING,
                        MembershipState.LEFT,
                        MembershipState.JOINING,
                        MembershipState.JOINED),
                rig.states("feed"));
    }

    @Test
    void aWrongEditLeavesTheMembershipInForce() {
        rig.file("feed", FEED);
        rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        rig.file("feed", with("receiveBuffers", "0"));
        rig.run(2000);
        assertEquals(MembershipState.JOINED, rig.state("feed"));
        trouble("receiveBuffers lies in 1..16384, not 0; the edit is not in force");
        rig.swap();
        rig.run(90_000);
        assertEquals(MembershipState.JOINED, rig.state("feed"));
        rig.file("feed", FEED);
        assertEquals(List.of(), rig.conductor.troubles());
    }

    @Test
    void aRefusedOneIsTriedAgain() {
        rig.world.multicastFaults().broadcastJoined(IB, false);
        rig.file("feed", FEED);
        MembershipStatus failed = rig.await(rig.membershipSoon("feed"), MembershipState.FAILED);
        assertEquals("EADDRNOTAVAIL", failed.errno().name());
        rig.run(5000);
        rig.world.multicastFaults().broadcastJoined(IB, true);
        MembershipStatus joined = rig.await(rig.membership("feed"), MembershipState.JOINED);
        assertEquals(0, joined.losses());
    }

    @Test
    void withoutAProviderItWaits() {
        rig.conductor.post(() -> rig.conductor.unbind(rig.world.cmLibrary()));
        rig.file("feed", FEED);
        rig.run(1000);
        assertEquals(MembershipState.JOINING, rig.state("feed"));
        assertTrue(rig.membership("feed").status().reason().contains("no provider"));
        rig.managerComes();
        rig.await(rig.membership("feed"), MembershipState.JOINED);
    }

    @Test
    void oneThatWasLeftByACallStaysSoUntilItsFileIsReadAgain() {
        rig.file("feed", FEED);
        Membership feed = rig.membershipSoon("feed");
        rig.await(feed, MembershipState.JOINED);
        feed.leave();
        rig.run(10_000);
        assertEquals(MembershipState.LEFT, rig.state("feed"));
        trouble(
                "feed was left by a call though org.rdmaagent.multicast-feed.cfg asks for it: save"
                        + " the file to join again");
        rig.run(60_000);
        trouble("feed was left by a call");
        rig.file("feed", FEED);
        rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        assertEquals(List.of(), rig.conductor.troubles());
    }

    @Test
    void aNameThatACallHasIsToldAndTakenLater() {
        Membership call = rig.joined(request("feed").port(IB).build());
        rig.file("feed", FEED);
        rig.run(100);
        trouble("a call has joined by this name");
        call.leave();
        rig.run(2000);
        assertTrue(rig.membership("feed").status().lasting());
        assertEquals(MembershipState.JOINED, rig.state("feed"));
        assertEquals(List.of(), rig.conductor.troubles());
    }

    @Test
    void oneNameBelongsToTheFirstFile() {
        rig.file("one", with("name", "feed"));
        rig.file("two", with("name", "feed"));
        rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        trouble(
                "multicast-two.cfg: another file, org.rdmaagent.multicast-one.cfg, has a membership"
                        + " of this name");
        rig.removeFile("one");
        rig.run(1000);
        assertEquals(List.of(), rig.conductor.troubles());
        assertEquals(MembershipState.JOINED, rig.state("feed"));
    }

    @Test
    void unknownKeysAreNamedAndPassedOver() {
        rig.file("feed", with("grup", "x"));
        rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        trouble("unknown keys, passed over: grup");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name | a b | name = a b: the name of a membership has letters",
                "port | 9 | mlx4_0 has 2 ports",
                "device | mlx9_9 | mlx9_9",
                "receiveBuffers | 16384 | receiveBuffers = 16384 is more than mlx4_0 takes",
                "queuePair | mine | receiveBytes belongs to a queue pair that is made",
                "group | 10.0.0.1 | group = 10.0.0.1: it is no address of a group",
            })
    void anEditThatCannotBeLeavesTheMembershipInForce(String key, String value, String said) {
        Map<String, String> before = with("receiveBytes", "1024");
        rig.file("feed", before);
        rig.await(rig.membershipSoon("feed"), MembershipState.JOINED);
        Map<String, String> edit = new HashMap<>(before);
        edit.put(key, value);
        rig.file("feed", edit);
        rig.run(3000);
        assertEquals(MembershipState.JOINED, rig.state("feed"));
        assertEquals(1, rig.membership("feed").status().joins());
        trouble("configuration org.rdmaagent.multicast-feed.cfg of membership feed: ");
        trouble(said);
        trouble("the membership goes on as before");
        rig.swap();
        rig.run(90_000);
        assertEquals(MembershipState.JOINED, rig.state("feed"));
        assertEquals(1, rig.membership("feed").status().joins());
        rig.file("feed", before);
        rig.run(1000);
        assertEquals(List.of(), rig.conductor.troubles());
        assertEquals(1, rig.membership("feed").status().joins());
    }

    @Test
    void aNewNameThatCannotBeLeavesTheOldOneInForce() {
        rig.file("one", FEED);
        rig.file("two", with("name", "own"));
        rig.await(rig.membershipSoon("one"), MembershipState.JOINED);
        rig.await(rig.membership("own"), MembershipState.JOINED);
        rig.file("two", with("name", "one"));
        rig.run(2000);
        trouble("name = one: org.rdmaagent.multicast-two.cfg: another file");
        rig.file("two", with("name", "-"));
        rig.run(2000);
        trouble("name = -: the name");
        rig.swap();
        rig.run(90_000);
        assertEquals(MembershipState.JOINED, rig.state("own"));
        rig.file("two", with("name", "other"));
        rig.run(2000);
        assertEquals(MembershipState.JOINED, rig.state("other"));
        assertEquals(List.of(), rig.conductor.troubles());
    }

    @Test
    void whatFailedDoesNotGoOnAsBefore() {
        rig.world.multicastFaults().broadcastJoined(IB, false);
        rig.file("feed", FEED);
        rig.await(rig.membershipSoon("feed"), MembershipState.FAILED);
        rig.file("feed", with("counted", "1"));
        trouble("counted is true or false, not 1; the edit is not in force: correct the file");
    }
}
