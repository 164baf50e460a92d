// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javax.management.JMException;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Gid;
import org.rdmaagent.verbs.QpType;

class QueuePairMBeansTest {
    private static final String UD = "rdma:type=QueuePair,device=mlx4_0,qpn=72";
    private static final String RC = "rdma:type=QueuePair,device=rxe0,qpn=17";

    private final AgentInMemory world = AgentInMemory.running();
    private final MemoryPair datagrams = new MemoryPair("mlx4_0", 72, QpType.UD);

    QueuePairMBeansTest() {
        world.verbs.pairs.add(datagrams);
        world.verbs.pairs.add(new MemoryPair("rxe0", 17, QpType.RC));
        world.beans.doWork();
    }

    @Test
    void eachAttributeIsWhatTheQueuePairSays() throws JMException {
        assertEquals("mlx4_0", world.get(UD, "Device"));
        assertEquals("sim", world.get(UD, "Provider"));
        assertEquals(72, world.get(UD, "Qpn"));
        assertEquals("feed", world.get(UD, "Name"));
        assertEquals("UD", world.get(UD, "Type"));
        assertEquals("RTS", world.get(UD, "State"));
        assertEquals(2, world.get(UD, "Port"));
        assertEquals(6, world.get(UD, "PkeyIndex"));
        assertEquals("0x80010002", world.get(UD, "Qkey"));
        assertEquals(0, world.get(UD, "DestinationQpn"));
        assertEquals(true, world.get(UD, "SignalAll"));
        assertEquals("", world.get(UD, "SendQueue"));
        assertEquals("", world.get(UD, "ReceiveQueue"));
        assertEquals("", world.get(UD, "SharedReceiveQueue"));
        CompositeData sizes = (CompositeData) world.get(UD, "Capabilities");
        assertEquals(1, sizes.get("maxSendWr"));
        assertEquals(2, sizes.get("maxRecvWr"));
        assertEquals(3, sizes.get("maxSendSge"));
        assertEquals(4, sizes.get("maxRecvSge"));
        assertEquals(5, sizes.get("maxInlineData"));
        assertEquals("", world.get(RC, "Qkey"));
        assertEquals(77, world.get(RC, "DestinationQpn"));
        assertEquals(1, datagrams.queries, "State, Port, PkeyIndex and Qkey are one query");
    }

    @Test
    void attachingTellsWhatElseIsNeededAndShowsTheGroup() throws Exception {
        String answer = (String) world.invoke(UD, "attachMulticast", "ff12:401b:ffff::1", 0xc001);
        assertEquals(
                "queue pair 72 of mlx4_0 is attached to ff12:401b:ffff:0000:0000:0000:0000:0001"
                        + " with LID 49153. Nothing arrives unless the subnet administration has"
                        + " created the group and the port is a member of it; it could not be"
                        + " asked: restarting: the multicast bundle is being replaced; try again.",
                answer);
        CompositeData[] groups = (CompositeData[]) world.get(UD, "AttachedGroups");
        assertEquals(1, groups.length);
        assertEquals("ff12:401b:ffff:0000:0000:0000:0000:0001", groups[0].get("mgid"));
        assertEquals(49153, groups[0].get("mlid"));
        answer = (String) world.invoke(UD, "detachMulticast", "FF12:401B:FFFF:0::1", 0xc001);
        assertTrue(answer.contains("no longer attached"), answer);
        assertEquals(0, ((CompositeData[]) world.get(UD, "AttachedGroups")).length);
    }

    @Test
    void refusalsAreReadableByAClientWithoutOurClasses() throws Exception {
        assertFails("only a datagram queue pair", RC, "attachMulticast", "ff12::1", 0xc001);
        assertFails("it is not attached", UD, "detachMulticast", "ff12::1", 0xc001);
        assertFails("a LID lies in 0..65535", UD, "attachMulticast", "ff12::1", 65_536);
        assertFails("a LID lies in 0..65535", UD, "attachMulticast", "ff12::1", -1);
        assertFails("not a GID: 'localhost'", UD, "attachMulticast", "localhost", 0xc001);
    }

    private void assertFails(String part, String name, String operation, Object... arguments)
            throws Exception {
        RuntimeMBeanException error =
                assertThrows(
                        RuntimeMBeanException.class,
                        () -> world.invoke(name, operation, arguments));
        ForeignClient.receive(error);
        Exception told = error.getTargetException();
        assertEquals(IllegalArgumentException.class, told.getClass());
        assertTrue(String.valueOf(told.getMessage()).contains(part), told.getMessage());
    }

    @Test
    void aQueuePairThatIsGoneSaysSoAndItsNameGoesAfterAWhile() {
        world.verbs.pairs.remove(datagrams);
        RuntimeMBeanException error =
                assertThrows(RuntimeMBeanException.class, () -> world.get(UD, "Name"));
        assertEquals(
                "there is no queue pair 72 on mlx4_0 any more; its name goes soon",
                error.getTargetException().getMessage());
        world.beans.doWork();
        assertTrue(world.names().contains(UD));
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        world.beans.doWork();
        assertFalse(world.names().contains(UD));
        assertTrue(world.names().contains(RC));
    }

    @Test
    void thePairsOfASelfTestHaveNoMBeans() {
        MemoryPair passing = new MemoryPair("mlx4_0", 99, QpType.RC);
        passing.name = "selftest/sender";
        world.verbs.pairs.add(passing);
        world.beans.doWork();
        assertFalse(world.names().toString().contains("qpn=99"));
    }

    @Test
    void whileTheBundleIsReplacedTheNamesStay() throws Exception {
        world.beans.unbindVerbs(world.verbs);
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        world.beans.doWork();
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        world.beans.doWork();
        assertTrue(world.names().contains(UD));
        RuntimeMBeanException error =
                assertThrows(RuntimeMBeanException.class, () -> world.get(UD, "State"));
        assertEquals(
                "restarting: the verbs bundle is being replaced; try again",
                error.getTargetException().getMessage());
        world.beans.bindVerbs(world.verbs);
        assertEquals("RTS", world.get(UD, "State"));
    }

    @ParameterizedTest
    @CsvSource({
        "ff12:401b:ffff::1, ff12:401b:ffff:0000:0000:0000:0000:0001",
        "FF0E::FFFF:EF01:0203, ff0e:0000:0000:0000:0000:ffff:ef01:0203",
        "::ffff:239.1.2.3, 0000:0000:0000:0000:0000:ffff:ef01:0203",
        "::ffff:ef01:0203, 0000:0000:0000:0000:0000:ffff:ef01:0203",
        "' :: ', 0000:0000:0000:0000:0000:0000:0000:0000",
        "fe80:0000:0000:0000:0002:c903:007b:78b1, fe80:0000:0000:0000:0002:c903:007b:78b1"
    })
    void aGidIsReadAsAnIpv6Address(String text, String gid) {
        Gid read = GidText.parse(text);
        assertEquals(gid, read.toString());
        assertEquals(read, GidText.parse(gid));
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "localhost",
        "239.1.2.3",
        "ff12",
        "ff12::1%eth0",
        "1:2:3",
        ":::",
        "[ff12::1]",
        "g::1",
        "ff12::12345",
        "0xff12",
        "::ffff:300.1.2.3"
    })
    void whatIsNoGidIsRefused(String text) {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> GidText.parse(text));
        assertTrue(String.valueOf(error.getMessage()).startsWith("not a GID: '" + text + "'"));
        assertThrows(IllegalArgumentException.class, () -> GidText.parse(null));
    }
}
