// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmaagent.multicast.membership.Rig.GROUP;
import static org.rdmaagent.multicast.membership.Rig.IB;
import static org.rdmaagent.multicast.membership.Rig.IB_2;
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
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;

/** Memberships by a queue pair of the caller. */
class QueuePairsTest {
    private final Rig rig = new Rig();

    private QueuePair make(String context, String name, QpType type) {
        return new OwnPair(rig).open(context, name, type);
    }

    private QueuePair ready(String context, String name) {
        return new OwnPair(rig).ready(make(context, name, QpType.UD));
    }

    private static int qkey(QueuePair pair) {
        return pair.query(Set.of(QpAttribute.QKEY)).qkey();
    }

    private MembershipStatus refused(JoinRequestBuilder request, String part) {
        Membership membership = rig.join(request.build());
        MembershipStatus status = rig.await(membership, MembershipState.FAILED);
        assertTrue(status.reason().contains(part), status::reason);
        return status;
    }

    @Test
    void itGetsTheQkeyOfTheGroupAndItsOwnBackAtTheEnd() {
        QueuePair pair = ready("app", "mine");
        Membership feed = rig.joined(request("feed").port(IB).queuePair("mine").build());
        MembershipStatus status = feed.status();
        assertEquals(status.joined().orElseThrow().qkey(), qkey(pair));
        assertEquals(Optional.of(pair.number()), status.queuePair());
        assertEquals("app:mine", status.queue());
        assertEquals(1, pair.attachments().size());
        assertEquals(-1, status.lateMessages());
        assertEquals(Set.of(), rig.counted);
        feed.leave();
        rig.run(1000);
        assertEquals(MembershipState.LEFT, feed.status().state());
        assertEquals(List.of(), pair.attachments());
        assertEquals(OwnPair.QKEY, qkey(pair));
        assertTrue(pair.isOpen());
    }

    @Test
    void itsNumberDoesInsteadOfItsName() {
        QueuePair pair = ready("app", "mine");
        String number = pair.number().toString();
        Membership feed = rig.joined(request("feed").port(IB).queuePair(number).build());
        assertEquals(Optional.of(pair.number()), feed.status().queuePair());
    }

    @Test
    void aNameThatTwoHaveIsRefused() {
        ready("app", "mine");
        ready("tool", "mine");
        assertEquals(
                "EINVAL",
                refused(request("feed").port(IB).queuePair("mine"), "several queue pairs")
                        .errno()
                        .name());
    }

    @Test
    void oneThatIsNotThereIsRefused() {
        assertEquals(
                "ENOENT",
                refused(request("feed").port(IB).queuePair("mine"), "there is no queue pair mine")
                        .errno()
                        .name());
    }

    @Test
    void oneThatIsNoDatagramPairOrNotReadyIsRefused() {
        make("app", "connected", QpType.RC);
        refused(request("feed").port(IB).queuePair("connected"), "only a datagram queue pair");
        make("tool", "fresh", QpType.UD);
        refused(request("food").port(IB).queuePair("fresh"), "it is in state RESET");
        rig.stop();
        assertEquals(List.of(), rig.lease().ids());
    }

    @Test
    void twoGroupsWithOneQkeyShareIt() {
        QueuePair pair = ready("app", "mine");
        Membership one = rig.joined(request("one").port(IB).queuePair("mine").build());
        Membership two =
                rig.joined(
                        new JoinRequestBuilder(OTHER)
                                .name("two")
                                .port(IB)
                                .queuePair("mine")
                                .build());
        assertEquals(2, pair.attachments().size());
        one.leave();
        rig.run(100);
        assertEquals(two.status().joined().orElseThrow().qkey(), qkey(pair));
        assertEquals(1, pair.attachments().size());
    }

    @Test
    void twoMembershipsOfOneGroupShareTheAttachment() {
        QueuePair pair = ready("app", "mine");
        Membership one = rig.joined(request("one").port(IB).queuePair("mine").build());
        Membership two = rig.joined(request("two").port(IB).queuePair("mine").build());
        assertEquals(1, pair.attachments().size());
        one.leave();
        rig.run(100);
        assertEquals(1, pair.attachments().size());
        two.leave();
        rig.run(100);
        assertEquals(List.of(), pair.attachments());
        assertEquals(OwnPair.QKEY, qkey(pair));
    }

    @Test
    void aGroupWithAnotherQkeyDoesNotTakeItAway() {
        QueuePair pair = ready("app", "mine");
        Membership one = rig.joined(request("one").port(IB).queuePair("mine").build());
        refused(
                new JoinRequestBuilder(GROUP)
                        .name("two")
                        .port(IB)
                        .portSpace(PortSpace.IPOIB)
                        .queuePair("mine"),
                "this group has another one");
        assertEquals(one.status().joined().orElseThrow().qkey(), qkey(pair));
        assertEquals(1, pair.attachments().size());
    }

    @Test
    void oneThatItsOwnerClosesEndsTheMembership() {
        QueuePair pair = ready("app", "mine");
        Membership feed = rig.joined(request("feed").port(IB).queuePair("mine").build());
        pair.close();
        MembershipStatus status = rig.await(feed, MembershipState.FAILED);
        assertTrue(status.reason().contains("was closed"), status::reason);
        rig.stop();
        assertEquals(List.of(), rig.lease().ids());
    }

    @Test
    void itIsAdoptedAfterAReplacement() {
        QueuePair pair = ready("app", "mine");
        rig.joined(request("feed").port(IB).queuePair("mine").build());
        rig.swap();
        rig.run(100);
        assertEquals("app:mine", rig.membership("feed").status().queue());
        rig.membership("feed").leave();
        rig.run(100);
        assertEquals(OwnPair.QKEY, qkey(pair));
    }

    @Test
    void oneOfAnotherPortOfTheDeviceIsRefused() {
        ready("app", "mine");
        MembershipStatus status =
                refused(request("feed").port(IB_2).queuePair("mine"), "bound to port mlx4_0/1");
        assertEquals("EINVAL", status.errno().name());
        assertTrue(status.reason().contains("joined by mlx4_0/2"), status::reason);
    }

    @Test
    void oneWithoutReceivesIsTold() {
        ready("app", "mine");
        Membership in = rig.joined(request("in").port(IB).queuePair("mine").build());
        assertTrue(in.status().reason().startsWith("nothing is posted by the agent"));
        Membership out =
                rig.joined(
                        request("out")
                                .port(IB)
                                .queuePair("mine")
                                .memberKind(MemberKind.SEND_ONLY)
                                .build());
        assertEquals("", out.status().reason());
    }

    @Test
    void oneThatSomebodyElseDetachesIsAttachedAgain() {
        QueuePair pair = ready("app", "mine");
        Membership feed = rig.joined(request("feed").port(IB).queuePair("mine").build());
        MulticastAttachment group = pair.attachments().get(0);
        pair.detachMulticast(group.mgid(), group.mlid());
        rig.run(2000);
        assertEquals(List.of(group), pair.attachments());
        assertEquals(MembershipState.JOINED, feed.status().state());
        assertEquals(0, feed.status().losses());
    }
}
