// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MulticastGroup;

class MulticastMBeanTest {
    private static final String NAME = "rdma:type=Multicast";
    private static final String MGID = "ff12:401b:ffff:0000:0000:0000:0000:0001";

    private final AgentInMemory world = AgentInMemory.running();
    private final MemoryMulticast multicast = world.multicast;

    MulticastMBeanTest() {
        world.beans.bindMulticast(multicast);
        world.beans.doWork();
    }

    @Test
    void withoutTheServiceThereIsNoNameAndLaterItStays() {
        AgentInMemory other = AgentInMemory.running();
        assertFalse(other.names().contains(NAME));
        other.beans.bindMulticast(multicast);
        other.beans.doWork();
        assertTrue(other.names().contains(NAME));
        other.beans.unbindMulticast(multicast);
        other.beans.doWork();
        other.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        other.beans.doWork();
        assertTrue(other.names().contains(NAME));
    }

    @Test
    void aMemberShowsWhatIsKnownOfIt() throws Exception {
        multicast.put("news", MemoryMulticast.joined(true));
        CompositeData row = row();
        assertEquals("news", row.get("name"));
        assertEquals("239.1.2.3", row.get("group"));
        assertEquals("JOINED", row.get("state"));
        assertEquals("", row.get("reason"));
        assertEquals("", row.get("errno"));
        assertEquals(MemoryMulticast.SINCE.toString(), row.get("since"));
        assertEquals("mlx4_0", row.get("device"));
        assertEquals(2, row.get("port"));
        assertEquals("192.0.2.7", row.get("localAddress"));
        assertEquals("udp", row.get("portSpace"));
        assertEquals("full", row.get("memberKind"));
        assertEquals(MGID, row.get("mgid"));
        assertEquals(0xc001, row.get("mlid"));
        assertEquals("0x80010002", row.get("qkey"));
        assertEquals(72, row.get("qpn"));
        assertEquals("multicast/news:news", row.get("queue"));
        assertEquals(true, row.get("attached"));
        assertEquals("asked for, and so it is", row.get("loopback"));
        assertEquals(11L, row.get("joins"));
        assertEquals(12L, row.get("losses"));
        assertEquals(13L, row.get("lastGapMillis"));
        assertEquals(14L, row.get("lateMessages"));
        assertEquals(true, row.get("lasting"));
        assertEquals("configuration file", row.get("lifetime"));
        ForeignClient.receive(world.get(NAME, "Memberships"));
    }

    @Test
    void aRefusedOneShowsWhyAndWhatWasAskedFor() throws Exception {
        multicast.put(
                "news",
                MemoryMulticast.without(
                        MembershipState.FAILED, "join the broadcast group", Errno.of(99)));
        CompositeData row = row();
        assertEquals("FAILED", row.get("state"));
        assertEquals("join the broadcast group", row.get("reason"));
        assertEquals("EADDRNOTAVAIL", row.get("errno"));
        assertEquals("", row.get("device"));
        assertEquals(0, row.get("port"));
        assertEquals("192.0.2.9", row.get("localAddress"), "as asked for, until it is bound");
        assertEquals("", row.get("mgid"));
        assertEquals(0, row.get("mlid"));
        assertEquals("", row.get("qkey"));
        assertEquals(0, row.get("qpn"));
        assertEquals("until it is left or the agent stops", row.get("lifetime"));
    }

    @Test
    void whatWasAskedForIsShownAsItIsGiven() throws Exception {
        multicast.put(
                "news",
                JoinText.request("mlx4_0/1", "239.1.2.3", "portSpace=ipoib,memberKind=send-only"),
                MemoryMulticast.without(MembershipState.JOINING, "", Errno.NONE));
        assertEquals("mlx4_0", row().get("device"));
        assertEquals(1, row().get("port"));
        assertEquals("", row().get("localAddress"));
        assertEquals("ipoib", row().get("portSpace"));
        assertEquals("send-only", row().get("memberKind"));
    }

    @Test
    void thoseWhoAnswerForTheDevicesAreTheProvider() throws JMException {
        assertEquals("sim", world.get(NAME, "Provider"));
        world.devices.ports.clear();
        assertEquals("", world.get(NAME, "Provider"));
    }

    @Test
    void joiningByPortAnswersTheNameAndIsReadAtOnce() throws JMException {
        assertEquals(0, rows().length);
        assertEquals("join-0", world.invoke(NAME, "join", " mlx4_0/1 ", " 239.1.2.3 "));
        assertEquals(1, rows().length);
        JoinRequest asked = multicast.requests.get(0);
        assertEquals(Optional.of(new PortId("mlx4_0", 1)), asked.port());
        assertEquals("239.1.2.3", asked.group().toString());
        assertEquals(
                "news",
                world.invoke(
                        NAME, "joinWith", "192.0.2.7", "sa-assigned", "name=news,counted=false"));
        assertEquals(Optional.of("192.0.2.7"), multicast.requests.get(1).localAddress());
        assertFalse(multicast.requests.get(1).counted());
        int before = multicast.queries;
        assertEquals(2, rows().length);
        assertEquals(2, rows().length);
        assertEquals(before + 1, multicast.queries, "held for a moment");
    }

    @Test
    void leavingIsReadAtOnceAndSaysWhatComesBack() throws JMException {
        multicast.lasting = true;
        world.invoke(NAME, "joinWith", "mlx4_0/1", "239.1.2.3", "name=news");
        multicast.lasting = false;
        world.invoke(NAME, "joinWith", "mlx4_0/1", "ff0e::1", "name=short");
        assertEquals(2, rows().length);
        assertEquals(
                "membership short of ff0e:0000:0000:0000:0000:0000:0000:0001 is left",
                world.invoke(NAME, "leave", " short "));
        assertEquals(1, rows().length);
        assertEquals(
                "membership news of 239.1.2.3 is left; its file, org.rdmaagent.multicast-news.cfg"
                        + " if that is how it is named, joins again when a change of it is saved"
                        + " or the agent is restarted: remove the file to stay out for good",
                world.invoke(NAME, "leave", "news"));
        assertEquals(0, rows().length);
    }

    @Test
    void refusalsAreReadableByAClientWithoutOurClasses() throws Exception {
        assertFails(IllegalArgumentException.class, "no membership 'x'", "leave", "x");
        assertFails(IllegalArgumentException.class, "is empty", "join", "", "239.1.2.3");
        assertFails(IllegalArgumentException.class, "a group is an IPv4", "join", "mlx4_0/1", "x");
        assertFails(IllegalArgumentException.class, "not a port: 'mlx4_0'", "groups", "mlx4_0");
        assertFails(IllegalArgumentException.class, "not an MGID: 'x'", "members", "mlx4_0/1", "x");
        String longer = "y".repeat(500);
        String cut = "y".repeat(77) + "...'";
        assertFails(IllegalArgumentException.class, cut, "leave", longer);
        assertFails(IllegalArgumentException.class, cut, "groups", longer);
        assertFails(IllegalArgumentException.class, cut, "members", longer, "");
        multicast.put("news", MemoryMulticast.joined(false));
        multicast.refusal =
                Optional.of(
                        new RdmaException(
                                "rdma_leave_multicast", Errno.of(99), "news", "it is left"));
        assertFails(IllegalStateException.class, "EADDRNOTAVAIL (99); it is left", "leave", "news");
        multicast.refusal =
                Optional.of(new RdmaException("umad_send", Errno.of(61), "mlx4_0/1", "start one"));
        assertFails(IllegalStateException.class, "ENODATA (61); start one", "groups", "mlx4_0/1");
    }

    @Test
    void aNullOfAClientIsRefusedInWordsOrNothing() throws Exception {
        RuntimeMBeanException error =
                assertThrows(RuntimeMBeanException.class, () -> nulls("joinWith", 3));
        assertTrue(String.valueOf(error.getMessage()).contains("a group is an IPv4"));
        error = assertThrows(RuntimeMBeanException.class, () -> nulls("leave", 1));
        assertTrue(String.valueOf(error.getMessage()).contains("no membership ''"));
        error = assertThrows(RuntimeMBeanException.class, () -> nulls("groups", 1));
        assertTrue(String.valueOf(error.getMessage()).contains("not a port: ''"));
    }

    private void nulls(String operation, int count) throws JMException {
        String[] types = new String[count];
        Arrays.fill(types, "java.lang.String");
        world.server.invoke(new ObjectName(NAME), operation, new Object[count], types);
    }

    @Test
    void theGroupsOfASubnetAreRecords() throws Exception {
        multicast.members.add(MemoryMulticast.member(MemoryMulticast.GROUP, 1));
        CompositeData[] groups = (CompositeData[]) world.invoke(NAME, "groups", "mlx4_0/1");
        assertEquals(1, groups.length);
        assertEquals(MGID, groups[0].get("mgid"));
        assertEquals(0xc001, groups[0].get("mlid"));
        assertEquals("0x80010002", groups[0].get("qkey"));
        assertEquals(2048, groups[0].get("mtuBytes"));
        assertEquals(3, groups[0].get("rateCode"));
        assertEquals(10_000, groups[0].get("rateMegabitsPerSecond"));
        assertEquals("0xffff", groups[0].get("pkey"));
        assertEquals(1, groups[0].get("sl"));
        assertEquals(2, groups[0].get("scope"));
        assertEquals(3, groups[0].get("trafficClass"));
        assertEquals(4, groups[0].get("flowLabel"));
        assertEquals(5, groups[0].get("hopLimit"));
        assertEquals(18, groups[0].get("packetLifetimeCode"));
        ForeignClient.receive(groups);
    }

    @Test
    void theMembersOfOneGroupOrOfAllAreRecords() throws Exception {
        MulticastGroup other =
                new MulticastGroup(
                        new Gid(0xff12L << 48, 2),
                        new Lid(0xc002),
                        3,
                        0,
                        63,
                        0x7fff,
                        0,
                        0xe,
                        0,
                        0,
                        0,
                        0);
        multicast.members.add(MemoryMulticast.member(MemoryMulticast.GROUP, 1 | 4));
        multicast.members.add(MemoryMulticast.member(other, 2 | 8));
        CompositeData[] all = (CompositeData[]) world.invoke(NAME, "members", "mlx4_0/1", " ");
        assertEquals(2, all.length);
        assertEquals(MGID, all[0].get("mgid"));
        assertEquals(0xc001, all[0].get("mlid"));
        assertEquals("fe80:0000:0000:0000:0002:c903:0000:000a", all[0].get("portGid"));
        assertEquals("host7 HCA-1", all[0].get("nodeName"));
        assertEquals(2, all[0].get("scope"));
        assertEquals(true, all[0].get("fullMember"));
        assertEquals(false, all[0].get("nonMember"));
        assertEquals(true, all[0].get("sendOnlyNonMember"));
        assertEquals(false, all[0].get("sendOnlyFullMember"));
        assertEquals(true, all[0].get("proxyJoin"));
        CompositeData[] one =
                (CompositeData[]) world.invoke(NAME, "members", "mlx4_0/1", "mgid:ff12::2");
        assertEquals(1, one.length);
        assertEquals(0xc002, one[0].get("mlid"));
        assertEquals(true, one[0].get("nonMember"));
        assertEquals(true, one[0].get("sendOnlyFullMember"));
        ForeignClient.receive(all);
    }

    @Test
    void whileTheBundleIsReplacedItSaysRestarting() throws Exception {
        world.beans.unbindMulticast(multicast);
        RuntimeMBeanException error =
                assertThrows(RuntimeMBeanException.class, () -> world.get(NAME, "Memberships"));
        assertEquals(
                "restarting: the multicast bundle is being replaced; try again",
                error.getTargetException().getMessage());
        assertFails(IllegalStateException.class, "restarting", "join", "mlx4_0/1", "239.1.2.3");
        assertFails(IllegalStateException.class, "restarting", "leave", "news");
        assertFails(IllegalStateException.class, "restarting", "groups", "mlx4_0/1");
        assertFails(IllegalStateException.class, "restarting", "members", "mlx4_0/1", "");
        assertEquals(0, ((Object[]) world.get(NAME, "RecentEvents")).length);
        world.beans.bindMulticast(new MemoryMulticast());
        assertEquals(0, rows().length);
    }

    private CompositeData[] rows() throws JMException {
        return (CompositeData[]) world.get(NAME, "Memberships");
    }

    private CompositeData row() throws JMException {
        CompositeData[] rows = rows();
        assertEquals(1, rows.length);
        return rows[0];
    }

    private void assertFails(Class<?> type, String part, String operation, Object... arguments)
            throws Exception {
        RuntimeMBeanException error =
                assertThrows(
                        RuntimeMBeanException.class,
                        () -> world.invoke(NAME, operation, arguments));
        ForeignClient.receive(error);
        Exception told = error.getTargetException();
        assertEquals(type, told.getClass());
        assertTrue(String.valueOf(told.getMessage()).contains(part), told.getMessage());
    }
}
