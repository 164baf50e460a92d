// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Set;
import javax.management.MBeanAttributeInfo;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortState;
import org.rdmaagent.verbs.ExtendedDeviceAttributes;

class MBeanValuesTest {
    private static final String AGENT = "rdma:type=Agent";
    private static final String DEVICE = "rdma:type=Device,device=mlx4_0";
    private static final String PORT = "rdma:type=Port,device=mlx4_0,port=1";
    private static final String FABRIC = "rdma:type=Fabric,device=mlx4_0,port=1";

    private final AgentInMemory world = AgentInMemory.running();

    @Test
    void theAgentTellsWhatItIsAndHowItIs() throws Exception {
        assertEquals("0.1.0", world.get(AGENT, "Version"));
        assertEquals("sim", world.get(AGENT, "Provider"));
        assertEquals("no device is listed", world.get(AGENT, "ProviderReason"));
        assertEquals("WARN", world.get(AGENT, "HealthGrade"));
        assertEquals(1234L, world.get(AGENT, "UptimeMillis"));
        CompositeData[] health = (CompositeData[]) world.get(AGENT, "Health");
        assertEquals("devices", health[0].get("name"));
        assertEquals("WARN", health[0].get("grade"));
        CompositeData[] libraries = (CompositeData[]) world.get(AGENT, "NativeLibraries");
        assertEquals(false, libraries[0].get("loaded"));
    }

    @Test
    void aDeviceShowsEveryFieldOfItsAttributes() throws Exception {
        assertEquals("mlx4_0", world.get(DEVICE, "Name"));
        assertEquals("2.42.5000", world.get(DEVICE, "Firmware"));
        assertEquals("0x0002c90300000001", world.get(DEVICE, "NodeGuid"));
        assertEquals(1, world.get(DEVICE, "NumaNode"));
        assertEquals(2, world.get(DEVICE, "PortCount"));
        CompositeData attributes = (CompositeData) world.get(DEVICE, "Attributes");
        assertEquals(40, attributes.getCompositeType().keySet().size());
        assertEquals(-1L, attributes.get("maxMrSize"));
        assertEquals(100, attributes.get("maxQp"));
        assertEquals("0x0002c90300000001", attributes.get("sysImageGuid"));
    }

    @Test
    void aDeviceShowsWhatItsStructsAndSysfsTellBeyondThem() throws Exception {
        assertEquals("CA", world.get(DEVICE, "NodeType"));
        assertEquals("IB", world.get(DEVICE, "Transport"));
        assertEquals("MT_1100120019", world.get(DEVICE, "BoardId"));
        assertEquals(4, world.get(DEVICE, "CompletionVectors"));
    }

    @Test
    void whatADriverDoesNotOfferIsMarkedAndZero() throws Exception {
        CompositeData extended = (CompositeData) world.get(DEVICE, "ExtendedAttributes");
        assertEquals(false, extended.get("available"));
        assertEquals(0L, extended.get("hcaCoreClock"));
        assertEquals(0L, ((CompositeData) extended.get("rssCaps")).get("supportedQpts"));
    }

    @Test
    void everyExtendedAttributeIsShownUnderItsName() throws Exception {
        ExtendedDeviceAttributes told = DistinctAttributes.extended();
        world.devices.extended = Optional.of(told);
        world.nanos.addAndGet(1_000_000_000);
        CompositeData extended = (CompositeData) world.get(DEVICE, "ExtendedAttributes");
        assertEquals(true, extended.get("available"));
        DistinctAttributes.assertSame(told, extended, Set.of("available"));
    }

    @Test
    void aPortShowsItsStateItsTablesAndItsRate() throws Exception {
        assertEquals("sim", world.get(PORT, "Provider"));
        assertEquals("ACTIVE", world.get(PORT, "State"));
        assertEquals("LINK_UP", world.get(PORT, "PhysicalState"));
        assertEquals("INFINIBAND", world.get(PORT, "LinkLayer"));
        assertEquals(7, world.get(PORT, "Lid"));
        assertEquals(3, world.get(PORT, "SmLid"));
        assertEquals("4x", world.get(PORT, "ActiveWidth"));
        assertEquals("HDR", world.get(PORT, "ActiveSpeed"));
        assertEquals(25_000_000_000L, world.get(PORT, "RateBytesPerSecond"));
        assertEquals(2048, world.get(PORT, "ActiveMtuBytes"));
        CompositeData[] gids = (CompositeData[]) world.get(PORT, "Gids");
        assertEquals("fe80:0000:0000:0000:0002:c903:0000:000a", gids[0].get("gid"));
        CompositeData[] pkeys = (CompositeData[]) world.get(PORT, "Pkeys");
        assertEquals("0xffff", pkeys[0].get("pkey"));
        assertEquals("0x7001", pkeys[1].get("pkey"));
        assertEquals(false, pkeys[1].get("fullMember"));
        CompositeData attributes = (CompositeData) world.get(PORT, "Attributes");
        assertEquals(22, attributes.getCompositeType().keySet().size());
    }

    @Test
    void aPortThatIsDownOrOfUnknownCodesHasNoRate() throws Exception {
        world.devices.activeSpeed = 4096;
        world.nanos.addAndGet(1_000_000_000);
        assertEquals(0L, world.get(PORT, "RateBytesPerSecond"));
        assertEquals("unknown code 4096", world.get(PORT, "ActiveSpeed"));
        world.devices.activeSpeed = 64;
        world.devices.state = PortState.DOWN;
        world.nanos.addAndGet(1_000_000_000);
        assertEquals(0L, world.get(PORT, "RateBytesPerSecond"));
    }

    @Test
    void countersAreATableByNameWithUnitAgeAndSaturation() throws Exception {
        TabularData counters = (TabularData) world.get(PORT, "Counters");
        assertEquals(3, counters.size());
        CompositeData bytes = row(counters, "xmitDataBytes");
        assertEquals(4000L, bytes.get("value"));
        assertEquals("bytes", bytes.get("unit"));
        assertEquals(64, bytes.get("widthBits"));
        assertEquals(false, bytes.get("saturated"));
        assertEquals(true, row(counters, "linkDowned").get("saturated"));
        assertEquals(false, row(counters, "xmitWaitTicks").get("available"));
        assertEquals("no PMA", row(counters, "xmitWaitTicks").get("reason"));
        TabularData hardware = (TabularData) world.get(PORT, "HwCounters");
        assertEquals("unknown", row(hardware, "out_of_sequence").get("unit"));
        assertEquals(250L, world.get(PORT, "CountersAgeMillis"));
        assertEquals("2026-01-01T12:00:00Z", world.get(PORT, "CountersTakenAt"));
    }

    @Test
    void readingAllAttributesOfAPortQueriesItOnce() throws Exception {
        world.nanos.addAndGet(1_000_000_000);
        int before = world.devices.portQueries.get();
        readAll(PORT);
        assertEquals(1, world.devices.portQueries.get() - before);
        world.nanos.addAndGet(1_000_000_000);
        world.get(PORT, "State");
        assertEquals(2, world.devices.portQueries.get() - before);
    }

    @Test
    void beforeTheFirstSweepAFabricHasNothingAndSaysSo() throws Exception {
        assertEquals(0, world.get(FABRIC, "SwitchCount"));
        assertEquals(false, world.get(FABRIC, "Complete"));
        assertEquals("no sweep yet", world.get(FABRIC, "LastError"));
        assertEquals("", world.get(FABRIC, "LastSweepAt"));
        assertEquals(0, ((CompositeData[]) world.get(FABRIC, "FailedPaths")).length);
    }

    @Test
    void discoverSweepsAndTheAttributesShowTheResult() throws Exception {
        CompositeData summary = (CompositeData) world.invoke(FABRIC, "discover");
        assertEquals(true, summary.get("complete"));
        assertEquals(1, summary.get("switchCount"));
        assertEquals(2L, summary.get("sweepMillis"));
        assertEquals(1, world.get(FABRIC, "SwitchCount"));
        assertEquals(2, world.get(FABRIC, "CaCount"));
        assertEquals(0, world.get(FABRIC, "RouterCount"));
        assertEquals(2, world.get(FABRIC, "LinkCount"));
        assertEquals(true, world.get(FABRIC, "Complete"));
        assertEquals(12L, world.get(FABRIC, "SmpsUsed"));
        assertEquals("", world.get(FABRIC, "LastError"));
        assertEquals("2026-01-01T12:00:00Z", world.get(FABRIC, "LastSweepAt"));
        CompositeData[] problems = (CompositeData[]) world.get(FABRIC, "Problems");
        assertEquals("duplicateNodeGuid", problems[0].get("kind"));
        world.invoke(FABRIC, "destroy");
        assertEquals("no sweep yet", world.get(FABRIC, "LastError"));
    }

    @Test
    void failedPathsAreListedAndThousandsOfThemDoNotFloodAReader() throws Exception {
        world.fabric.result = MemoryFabric.topology(12_000);
        assertEquals(12_000, world.get(FABRIC, "FailedPathCount"));
        CompositeData[] shown = (CompositeData[]) world.get(FABRIC, "FailedPaths");
        assertEquals(PortResult.SHOWN_ROWS, shown.length);
        assertEquals("0,1,5", shown[0].get("route"));
        assertEquals("PortInfo", shown[0].get("attribute"));
        assertEquals("timeout", shown[0].get("status"));
        assertEquals("0x0000000000000009", shown[0].get("node"));
    }

    @Test
    void maxSmpsOnWireIsReadAsAnAttributeAndSetByAnOperationThatReturnsThePreviousValue()
            throws Exception {
        assertEquals(16, world.invoke(FABRIC, "setMaxSmpsOnWire", 64));
        assertEquals(64, world.get(FABRIC, "MaxSmpsOnWire"));
        for (MBeanAttributeInfo attribute :
                world.server.getMBeanInfo(new ObjectName(FABRIC)).getAttributes()) {
            assertFalse(attribute.isWritable(), attribute.getName());
        }
    }

    @Test
    void exportHandsOutTheTextAndTheFormatsAreTold() throws Exception {
        assertEquals("# topology\n", world.invoke(FABRIC, "export", "ibnetdiscover"));
        assertArrayEquals(
                new String[] {"ibnetdiscover", "json"},
                (String[]) world.get(FABRIC, "ExportFormats"));
    }

    @Test
    void everyAttributeCanBeReadByAClientWithoutOurClassesAndStaysSmall() throws Exception {
        world.fabric.result = MemoryFabric.topology(40);
        for (String name : Set.of(AGENT, DEVICE, PORT, FABRIC)) {
            int size = readAll(name);
            assertTrue(size < 100_000, name + " takes " + size + " bytes");
        }
    }

    private int readAll(String name) throws Exception {
        int size = 0;
        for (MBeanAttributeInfo attribute :
                world.server.getMBeanInfo(new ObjectName(name)).getAttributes()) {
            Object value = world.get(name, attribute.getName());
            ForeignClient.receive(value);
            size += ForeignClient.bytes(value).length;
        }
        return size;
    }

    private static CompositeData row(TabularData table, String name) {
        return (CompositeData) table.get(new Object[] {name}).get("value");
    }
}
