// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.mad.MlnxExtPortInfo;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.ScannedFabric;

/** The simulated libibnetdisc brings what is there, and says how it went. */
@Timeout(60)
class FabricLibraryTest {
    private static final long MILLI = 1_000_000;
    private static final byte[] NOTHING = new byte[64];

    private final SimulatedWorld world = SmallFabric.world();
    private final LibraryCaller caller = new LibraryCaller(world);

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 5000", "16, 0", "1000, 70000"})
    void aWholeFabricIsBroughtWhateverTheWindow(int window, long jitterNanos) {
        SimulatedWorld big =
                SimulatedWorld.of(
                        Dragonflies.mixed(9, 4, 4, 2, 1),
                        SmallFabric.settings().jitterNanos(jitterNanos));
        LibraryCaller calling = new LibraryCaller(big);
        calling.window = window;
        ScannedFabric fabric = calling.scan(DirectedRoute.LOCAL, 0);
        Set<Guid> nodes = new TreeSet<>();
        big.topology().nodes().forEach(node -> nodes.add(node.guid()));
        assertEquals(nodes, LibraryCaller.guids(fabric));
        assertEquals(nodes.size(), fabric.nodes().size());
        Set<String> links = new TreeSet<>();
        big.topology().links().forEach(link -> links.add(PlainSweep.link(link)));
        assertEquals(links, LibraryCaller.links(fabric));
        assertEquals(List.of(), calling.said);
    }

    @Test
    void theAttributesAreTheBytesThatTheAgentsAnswer() {
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        assertEquals(SmallFabric.HERE.guid(), LibraryCaller.guid(fabric.nodes().get(0)));
        assertEquals(1, fabric.fromPort());
        assertEquals(2, fabric.maxHopsDiscovered());
        try (Asker asker = new Asker(world)) {
            var far = LibraryCaller.node(fabric, SmallFabric.FAR);
            assertEquals(SmallFabric.TO_FAR, far.route());
            assertSame(asker, SmpAttribute.NODE_INFO, 0, far.nodeInfo());
            assertSame(asker, SmpAttribute.NODE_DESCRIPTION, 0, far.nodeDescription());
            assertSame(asker, SmpAttribute.SWITCH_INFO, 0, far.switchInfo());
            assertEquals(37, far.ports().size());
            for (var port : far.ports()) {
                assertSame(asker, SmpAttribute.PORT_INFO, port.number(), port.portInfo());
                assertEquals(SmallFabric.FAR.guid(), port.guid());
            }
        }
        var here = LibraryCaller.node(fabric, SmallFabric.HERE);
        assertArrayEquals(NOTHING, LibraryCaller.bytes(here.switchInfo()));
        assertEquals(List.of(1), here.ports().stream().map(port -> port.number()).toList());
    }

    private static void assertSame(
            Asker asker, SmpAttribute attribute, int modifier, ByteBuffer brought) {
        byte[] asked = asker.answer(SmallFabric.TO_FAR, attribute, modifier).data();
        assertArrayEquals(asked, LibraryCaller.bytes(brought));
    }

    @Test
    void whatMayBeFdr10IsAskedForTheExtension() {
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        byte[] fdr10 =
                LibraryCaller.bytes(
                        LibraryCaller.port(fabric, SmallFabric.NEAR, 7).extendedPortInfo());
        assertEquals(MlnxExtPortInfo.FDR10, MlnxExtPortInfo.decode(fdr10).linkSpeedActive());
        byte[] fdr =
                LibraryCaller.bytes(
                        LibraryCaller.port(fabric, SmallFabric.NEAR, 1).extendedPortInfo());
        assertArrayEquals(NOTHING, fdr);
    }

    @Test
    void whatGetsNoAnswerIsLeftOutWithoutAWordInTheResult() {
        world.faults().drop(SmallFabric.FAR, -1, SmpAttribute.NODE_INFO);
        world.faults().drop(SmallFabric.OTHER, -1, SmpAttribute.NODE_DESCRIPTION);
        world.faults().status(SmallFabric.NEAR, 30, SmpAttribute.PORT_INFO, 0x1c);
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        assertEquals(3, fabric.nodes().size());
        assertEquals(-1, LibraryCaller.port(fabric, SmallFabric.NEAR, 7).peerNode());
        var other = LibraryCaller.node(fabric, SmallFabric.OTHER);
        assertArrayEquals(NOTHING, LibraryCaller.bytes(other.nodeDescription()));
        assertEquals(2, other.ports().size());
        var near = LibraryCaller.node(fabric, SmallFabric.NEAR);
        assertFalse(near.ports().stream().anyMatch(port -> port.number() == 30));
        assertEquals(
                List.of(
                        "mad (DR path slid 0; dlid 0; 0,1 Attr 0x15:30) bad status 0x1c",
                        "umad (DR path slid 0; dlid 0; 0,1,2 Attr 0x10:0) bad status 110",
                        "umad (DR path slid 0; dlid 0; 0,1,7 Attr 0x11:0) bad status 110"),
                caller.said.stream().sorted().toList());
    }

    @Test
    void withoutPortZeroASwitchHasNoPorts() {
        world.faults().drop(SmallFabric.NEAR, 0, SmpAttribute.PORT_INFO);
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        assertEquals(2, fabric.nodes().size());
        var near = LibraryCaller.node(fabric, SmallFabric.NEAR);
        assertEquals(List.of(1), near.ports().stream().map(port -> port.number()).toList());
    }

    @ParameterizedTest
    @CsvSource({"0, 4", "1, 2", "5, 6"})
    void aLostQuestionIsRepeatedAsOftenAsAsked(int retries, int attempts) {
        world.faults().drop(SmallFabric.HERE, -1, SmpAttribute.NODE_INFO);
        caller.retries = retries;
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        assertEquals(List.of(), fabric.nodes());
        assertEquals(1, fabric.madsUsed());
        try (Asker asker = new Asker(world)) {
            assertEquals(attempts * 100L * MILLI, asker.session.nanoTime());
        }
    }

    @Test
    void repeatsGetThroughALossyFabric() {
        world.faults().lossEverywhere(200_000);
        caller.retries = 40;
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        assertEquals(4, fabric.nodes().size());
        assertEquals(List.of(), caller.said);
    }

    @Test
    void aSlowSwitchSlowsTheScanDown() {
        caller.window = 16;
        world.faults().oneByOne(SmallFabric.NEAR, MILLI, 64);
        long questions = 1 + 2 + 37 + 1 + 2;
        caller.scan(DirectedRoute.LOCAL, 0);
        try (Asker asker = new Asker(world)) {
            long took = asker.session.nanoTime();
            assertTrue(took >= questions * MILLI && took < 60 * MILLI, () -> took + " ns");
        }
    }

    @Test
    void theKeyOpensALockedFabric() {
        world.managementKeys().setAll(77, 2);
        assertEquals(List.of(), caller.scan(DirectedRoute.LOCAL, 0).nodes());
        caller.mKey = 77;
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        assertEquals(4, fabric.nodes().size());
        byte[] portInfo =
                LibraryCaller.bytes(LibraryCaller.port(fabric, SmallFabric.NEAR, 0).portInfo());
        assertEquals(77, ByteBuffer.wrap(portInfo).getLong());
        assertEquals(77, LibraryCaller.port(fabric, SmallFabric.HERE, 1).portInfo().getLong(0));
    }

    @Test
    void aNodeWithTheGuidOfAnotherCountsAsThatOne() {
        FabricBuilder builder = new FabricBuilder("twins");
        NodeKey leaf = builder.hdrSwitch(new Guid(0x100), "leaf", 4);
        NodeKey here = builder.hdrHost(new Guid(0x200), "here", 1);
        NodeKey one = builder.hdrHost(new Guid(0x300), "one", 1);
        NodeKey twin = builder.hdrHost(new Guid(0x300), "twin", 1);
        builder.cable(here, 1, leaf, 1).cable(one, 1, leaf, 2).cable(twin, 1, leaf, 3);
        SimulatedWorld twins = SimulatedWorld.of(builder.build(here, 1), SmallFabric.settings());
        ScannedFabric fabric = new LibraryCaller(twins).scan(DirectedRoute.LOCAL, 0);
        assertEquals(3, fabric.nodes().size());
        assertEquals(-1, LibraryCaller.port(fabric, leaf, 2).peerNode());
        assertEquals(1, LibraryCaller.port(fabric, leaf, 3).peerPort());
        var kept = LibraryCaller.node(fabric, one);
        assertEquals(
                "one", NodeDescription.decode(LibraryCaller.bytes(kept.nodeDescription())).text());
    }

    @Test
    void aPulledCableLeadsNowhere() {
        world.faults().linkDown(new LinkEnd(SmallFabric.NEAR, 7));
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        assertEquals(3, fabric.nodes().size());
        byte[] down =
                LibraryCaller.bytes(LibraryCaller.port(fabric, SmallFabric.NEAR, 7).portInfo());
        assertEquals(1, PortInfo.decode(down).portState());
    }

    @Test
    void progressAndStepsAreToldOnRequest() {
        caller.progress = true;
        caller.scan(DirectedRoute.LOCAL, 0);
        assertEquals(
                "DR path slid 0; dlid 0; 0 -> new Channel Adapter {0002c90300001000} portnum 1"
                        + " lid 0-0 \"\"",
                caller.said.get(0));
        assertEquals(4, caller.said.stream().filter(line -> line.contains("-> new")).count());
        assertTrue(caller.said.stream().anyMatch(line -> line.contains("-> known Switch")));
        caller.said.clear();
        caller.progress = false;
        caller.debug = 1;
        ScannedFabric fabric = caller.scan(DirectedRoute.LOCAL, 0);
        long asked = caller.said.stream().filter(line -> line.startsWith("Query ")).count();
        assertEquals(fabric.madsUsed(), asked);
    }
}
