// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import javax.management.JMException;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Errno;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.verbs.QpType;

/** What an attach answers of the port's membership; the attach itself is always done. */
class SubnetAnswerTest {
    private static final String PAIR = "rdma:type=QueuePair,device=mlx4_0,qpn=72";
    private static final String NOT_ASKED =
            "Nothing arrives unless the subnet administration has created the group and the port"
                    + " is a member of it; it could not be asked: ";

    private final AgentInMemory world = AgentInMemory.running();
    private final MemoryMulticast multicast = world.multicast;
    private final MemoryPair pair = new MemoryPair("mlx4_0", 72, QpType.UD);

    SubnetAnswerTest() {
        world.verbs.pairs.add(pair);
        world.beans.bindMulticast(multicast);
        world.beans.doWork();
    }

    @AfterEach
    void itIsAttachedWhateverWasSaid() throws JMException {
        assertEquals(1, ((CompositeData[]) world.get(PAIR, "AttachedGroups")).length);
    }

    @Test
    void aFullMemberIsTold() throws JMException {
        multicast.members.add(MemoryMulticast.member(MemoryMulticast.GROUP, 1));
        assertEquals(
                "The subnet administration has mlx4_0/2 as a full member of it, LID 49153, Q_Key"
                        + " 0x80010002.",
                answer(0xc001));
    }

    @Test
    void anotherLidAndAnotherQkeyAreTold() throws JMException {
        MulticastGroup other =
                new MulticastGroup(
                        MemoryMulticast.MGID,
                        new Lid(0xc005),
                        7,
                        2048,
                        3,
                        0xffff,
                        0,
                        2,
                        0,
                        0,
                        0,
                        0);
        multicast.members.add(MemoryMulticast.member(other, 3));
        assertEquals(
                "The subnet administration has mlx4_0/2 as a full member of it, LID 49157, Q_Key"
                        + " 0x00000007. Nothing arrives with LID 49153: detach it and attach with"
                        + " 49157. The queue pair takes only messages with its own Q_Key,"
                        + " 0x80010002.",
                answer(0xc001));
    }

    @Test
    void membersThatReceiveOrOnlySendAreTold() throws JMException {
        multicast.members.add(MemoryMulticast.member(MemoryMulticast.GROUP, 2));
        assertEquals(
                "The subnet administration has mlx4_0/2 as a non-member (which receives) of it, LID"
                        + " 49153, Q_Key 0x80010002.",
                answer(0xc001));
        multicast.members.set(0, MemoryMulticast.member(MemoryMulticast.GROUP, 8));
        world.invoke(PAIR, "detachMulticast", "ff12:401b:ffff::1", 0xc001);
        assertEquals(
                "The subnet administration has mlx4_0/2 as a member that only sends of it, LID"
                        + " 49153, Q_Key 0x80010002. Nothing has to arrive at a member that only"
                        + " sends: join as a full one.",
                answer(0xc001));
    }

    @Test
    void aMemberOfWhichNothingIsToldIsAMember() throws JMException {
        multicast.members.add(MemoryMulticast.member(MemoryMulticast.GROUP, 0));
        assertEquals(
                "The subnet administration has mlx4_0/2 as a member of it, LID 49153, Q_Key"
                        + " 0x80010002.",
                answer(0xc001));
    }

    @Test
    void withoutAMembershipItSaysHowToGetOne() throws JMException {
        assertEquals(
                "Nothing arrives yet: the subnet administration has no membership of mlx4_0/2 in"
                        + " it; join the group (rdma:type=Multicast).",
                answer(0xc001));
    }

    @Test
    void onEthernetThereIsNobodyToAsk() throws JMException {
        multicast.refusal =
                Optional.of(new RdmaException("umad_send", Errno.of(93), "rxe0/1", "Ethernet"));
        assertEquals(
                "An Ethernet port has no subnet administration; switches that watch IGMP or MLD"
                        + " pass the group on only to hosts that have joined it, which a membership"
                        + " does (rdma:type=Multicast).",
                answer(0xc001));
    }

    @Test
    void whyItCouldNotBeAskedIsTold() throws JMException {
        multicast.refusal =
                Optional.of(
                        new RdmaException("umad_send", Errno.of(110), "mlx4_0/2", "see opensm"));
        assertEquals(
                NOT_ASKED + "umad_send on mlx4_0/2 failed: ETIMEDOUT (110); see opensm.",
                answer(0xc001));
    }

    @Test
    void aQueuePairWithoutAPortIsTold() throws JMException {
        pair.port = 0;
        assertEquals(NOT_ASKED + "the queue pair has no port yet.", answer(0xc001));
    }

    @Test
    void withoutTheBundleItSaysThatItIsBeingReplaced() throws JMException {
        world.beans.unbindMulticast(multicast);
        assertEquals(
                NOT_ASKED + "restarting: the multicast bundle is being replaced; try again.",
                answer(0xc001));
    }

    private String answer(int mlid) throws JMException {
        String text = (String) world.invoke(PAIR, "attachMulticast", "ff12:401b:ffff::1", mlid);
        String done =
                "queue pair 72 of mlx4_0 is attached to ff12:401b:ffff:0000:0000:0000:0000:0001"
                        + " with LID 49153. ";
        assertEquals(done, text.substring(0, Math.min(done.length(), text.length())));
        return text.substring(done.length());
    }
}
