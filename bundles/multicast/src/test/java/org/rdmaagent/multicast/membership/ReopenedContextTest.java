// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmaagent.multicast.membership.Rig.IB;
import static org.rdmaagent.multicast.membership.Rig.OTHER;
import static org.rdmaagent.multicast.membership.Rig.request;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.multicast.pair.PairContexts;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.object.ClosingAll;

/** Contexts of memberships' queue pairs are closed, to be opened anew. */
class ReopenedContextTest {
    private final Rig rig = new Rig();

    /** As the verbs do it: closed with everything on it, made anew as far as it is theirs, told. */
    private void reopen(String name, Runnable remaking) {
        DeviceContext context = context(name);
        List<QpNumber> pairs =
                context.objects().stream()
                        .filter(QueuePair.class::isInstance)
                        .map(pair -> ((QueuePair) pair).number())
                        .toList();
        assertEquals(List.of(), ClosingAll.of(context));
        remaking.run();
        rig.conductor.pairsClosed(new ClosedPairs("mlx4_0", pairs));
        rig.conductor.doWork(0);
    }

    private DeviceContext context(String name) {
        return rig.verbs().contexts().stream()
                .filter(context -> context.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void remake() {
        QueuePair unused = new OwnPair(rig).make();
    }

    @Test
    void aPairThatWasMadeIsMadeAnewAndAttached() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        DeviceContext before = context("multicast/feed");
        assertTrue(PairContexts.isWhole(before));
        rig.told.clear();
        reopen("multicast/feed", () -> {});
        MembershipStatus lost = feed.status();
        assertEquals(MembershipState.LOST, lost.state());
        assertTrue(lost.reason().contains("opened anew"), lost::reason);
        MembershipStatus again = rig.await(feed, MembershipState.JOINED);
        assertNotEquals(before, context("multicast/feed"));
        assertFalse(before.isOpen());
        assertEquals(Optional.of(rig.pair("feed").number()), again.queuePair());
        assertEquals(1, rig.attachments("feed").size());
        assertTrue(rig.pair("feed").receiveRing().isPresent());
        assertEquals(Set.of("feed"), rig.counted);
        assertTrue(again.lastGapMillis() <= 250, () -> "gap " + again.lastGapMillis());
        assertEquals(
                List.of(MembershipState.LOST, MembershipState.REJOINING, MembershipState.JOINED),
                rig.states("feed"));
    }

    @Test
    void aPairOfAFileThatComesBackAtOnceIsAttachedAgain() {
        QueuePair pair = new OwnPair(rig).make();
        Membership one = rig.joined(request("one").port(IB).queuePair("mine").build());
        Membership two =
                rig.joined(
                        new JoinRequestBuilder(OTHER)
                                .name("two")
                                .port(IB)
                                .queuePair("mine")
                                .memberKind(MemberKind.SEND_ONLY)
                                .build());
        assertFalse(PairContexts.isWhole(context("app")));
        reopen("app", this::remake);
        rig.await(one, MembershipState.JOINED);
        MembershipStatus status = rig.await(two, MembershipState.JOINED);
        QueuePair next = rig.pair("mine");
        assertNotEquals(pair, next);
        assertEquals(Optional.of(next.number()), status.queuePair());
        assertEquals(1, next.attachments().size());
        assertEquals(1, one.status().losses());
        int group = status.joined().orElseThrow().qkey();
        assertEquals(group, next.query(Set.of(QpAttribute.QKEY)).qkey());
        one.leave();
        two.leave();
        rig.run(1000);
        assertEquals(OwnPair.QKEY, next.query(Set.of(QpAttribute.QKEY)).qkey());
        assertEquals(List.of(), next.attachments());
    }

    @Test
    void oneThatWasAskedForByItsNumberIsFoundByItsName() {
        String number = new OwnPair(rig).make().number().toString();
        Membership feed = rig.joined(request("feed").port(IB).queuePair(number).build());
        reopen("app", this::remake);
        MembershipStatus status = rig.await(feed, MembershipState.JOINED);
        assertEquals(Optional.of(rig.pair("mine").number()), status.queuePair());
        assertEquals(1, rig.attachments("mine").size());
    }

    @Test
    void aBundleThatIsReplacedWhileItWaitsForAPairWaitsOn() {
        remake();
        rig.joined(request("feed").port(IB).queuePair("mine").build());
        reopen("app", () -> {});
        rig.run(2000);
        rig.swap();
        rig.run(2000);
        remake();
        rig.await(rig.membership("feed"), MembershipState.JOINED);
        assertEquals(1, rig.attachments("mine").size());
    }

    @Test
    void aPairOfAFileThatComesBackLaterIsWaitedFor() {
        remake();
        Membership feed = rig.joined(request("feed").port(IB).queuePair("mine").build());
        reopen("app", () -> {});
        rig.run(20_000);
        assertEquals(MembershipState.LOST, feed.status().state());
        remake();
        MembershipStatus status = rig.await(feed, MembershipState.JOINED);
        assertEquals(Optional.of(rig.pair("mine").number()), status.queuePair());
        assertEquals(1, rig.attachments("mine").size());
    }

    @Test
    void oneThatNeverComesBackEndsTheMembershipAfterAMinute() {
        remake();
        Membership feed = rig.joined(request("feed").port(IB).queuePair("mine").build());
        reopen("app", () -> {});
        rig.run(120_000);
        assertEquals(MembershipState.FAILED, feed.status().state());
        assertTrue(
                feed.status().reason().contains("there is no queue pair mine"),
                () -> feed.status().reason());
    }

    @Test
    void oneThatIsStillAskedForIsAskedForOnceMore() {
        rig.world.multicastFaults().joinDelay(50_000_000);
        Membership feed = rig.join(request("feed").port(IB).build());
        rig.step(10);
        QpNumber first = rig.pair("feed").number();
        reopen("multicast/feed", () -> {});
        MembershipStatus status = rig.await(feed, MembershipState.JOINED);
        assertEquals(Optional.of(rig.pair("feed").number()), status.queuePair());
        assertNotEquals(Optional.of(first), status.queuePair());
        assertEquals(0, status.losses());
        assertEquals(1, rig.attachments("feed").size());
    }

    @Test
    void othersGoOn() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        Membership other = rig.joined(new JoinRequestBuilder(OTHER).name("other").port(IB).build());
        Optional<QpNumber> number = other.status().queuePair();
        reopen("multicast/feed", () -> {});
        rig.await(feed, MembershipState.JOINED);
        assertEquals(0, other.status().losses());
        assertEquals(number, other.status().queuePair());
    }

    @Test
    void aBundleThatWasAwayMeanwhileAttachesTheNewPair() {
        remake();
        Membership feed = rig.joined(request("feed").port(IB).queuePair("mine").build());
        rig.stop();
        assertEquals(List.of(), ClosingAll.of(context("app")));
        remake();
        rig.start();
        Membership after = rig.membership("feed");
        rig.run(3000);
        rig.await(after, MembershipState.JOINED);
        assertEquals(1, rig.attachments("mine").size());
        assertEquals(Optional.of(rig.pair("mine").number()), after.status().queuePair());
        assertTrue(feed.name().equals(after.name()));
    }

    @Test
    void aStrangerOnTheContextIsNotMadeAnew() {
        rig.joined(request("feed").port(IB).build());
        var unused = context("multicast/feed").createCompletionQueue("mine", 4, null, 0);
        assertFalse(PairContexts.isWhole(context("multicast/feed")));
    }
}
