// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverReader;
import org.rdmaagent.mad.text.IbnetdiscoverWriter;

/** A generated dragonfly is one, by its cables. */
class DragonfliesTest {
    /** The group of a switch, or of a host's switch, by the name that it was given. */
    private static Map<NodeKey, Integer> groups(Topology fabric) {
        Map<NodeKey, Integer> groups = new HashMap<>();
        for (FabricNode node : fabric.nodes()) {
            String name = node.description();
            if (node.type() == NodeType.SWITCH) {
                int end = name.indexOf('-');
                groups.put(node.key(), Integer.parseInt(name.substring("group".length(), end)));
            }
        }
        return groups;
    }

    @ParameterizedTest
    @CsvSource({
        "9, 4, 2, 2",
        "5, 4, 3, 2",
        "3, 4, 1, 1",
        "4, 3, 2, 3",
        "1, 6, 2, 3",
        "2, 1, 1, 1",
        "6, 5, 4, 3",
        "7, 3, 2, 3",
        "33, 8, 4, 4"
    })
    void everySwitchMeetsItsGroupAndEveryGroupTheOthers(
            int groups, int routers, int hosts, int globals) {
        Topology fabric = Dragonflies.of(groups, routers, hosts, globals, 7);
        assertEquals(groups * routers, fabric.count(NodeType.SWITCH));
        assertEquals(groups * routers * hosts, fabric.count(NodeType.CA));
        Map<NodeKey, Integer> of = groups(fabric);
        Map<Integer, Integer> inside = new TreeMap<>();
        Map<List<Integer>, Integer> between = new HashMap<>();
        Map<NodeKey, Integer> globalPorts = new HashMap<>();
        for (FabricLink link : fabric.links()) {
            Integer one = of.get(link.first().node());
            Integer other = of.get(link.second().node());
            if (one != null && one.equals(other)) {
                inside.merge(one, 1, Integer::sum);
            } else if (one != null && other != null) {
                between.merge(List.of(Math.min(one, other), Math.max(one, other)), 1, Integer::sum);
                globalPorts.merge(link.first().node(), 1, Integer::sum);
                globalPorts.merge(link.second().node(), 1, Integer::sum);
            }
        }
        int pairs = routers * (routers - 1) / 2;
        assertEquals(pairs == 0 ? 0 : groups, inside.size());
        assertTrue(inside.values().stream().allMatch(cables -> cables == pairs), inside::toString);
        assertEquals(groups * (groups - 1) / 2, between.size());
        assertEven(between.values().stream().toList());
        assertEven(globalPorts.values().stream().toList());
        int used = globalPorts.values().stream().mapToInt(Integer::intValue).sum();
        int unused = groups == 1 ? 0 : groups * routers * globals - used;
        assertTrue(unused == 0 || (unused == groups && groups % 2 == 1), () -> unused + " free");
    }

    private static void assertEven(List<Integer> counts) {
        int low = counts.stream().mapToInt(Integer::intValue).min().orElse(0);
        int high = counts.stream().mapToInt(Integer::intValue).max().orElse(0);
        assertTrue(high - low <= 1, () -> "from " + low + " to " + high);
    }

    @Test
    void lidsGuidsAndPortsAreTakenOnce() {
        Topology fabric = Dragonflies.mixed(10, 6, 5, 3, 3);
        Set<Object> seen = new HashSet<>();
        for (FabricNode node : fabric.nodes()) {
            assertTrue(seen.add(node.guid()), () -> "node GUID twice: " + node.guid());
            for (FabricPort port : node.ports()) {
                if (port.lid().isUnicast()) {
                    assertTrue(seen.add(port.lid()), () -> "LID twice: " + port.lid());
                }
            }
        }
        for (FabricLink link : fabric.links()) {
            for (LinkEnd end : List.of(link.first(), link.second())) {
                assertTrue(seen.add(end), () -> "two cables at " + end);
            }
        }
        assertTrue(SimulatedWorld.of(fabric, SmallFabric.settings()).problems().isEmpty());
    }

    @Test
    void theSeedDecidesWhereTheGlobalCablesEnd() {
        Topology first = Dragonflies.of(9, 4, 2, 2, 1);
        Topology again = Dragonflies.of(9, 4, 2, 2, 1);
        assertEquals(first.links(), again.links());
        assertEquals(first.nodes(), again.nodes());
        assertNotEquals(first.links(), Dragonflies.of(9, 4, 2, 2, 2).links());
        assertEquals(first.nodes().size(), Dragonflies.of(9, 4, 2, 2, 2).nodes().size());
    }

    @Test
    void mixedCablesSurviveTheTextOfIbnetdiscover() {
        Topology fabric = Dragonflies.mixed(9, 4, 2, 2, 1);
        Set<String> rates = new HashSet<>();
        fabric.links().forEach(link -> rates.add(link.width() + " " + link.speed()));
        assertEquals(6, rates.size());
        byte[] text = IbnetdiscoverWriter.write(fabric).getBytes(StandardCharsets.UTF_8);
        Topology read = IbnetdiscoverReader.read("text", text);
        assertEquals(List.of(), read.problems());
        assertEquals(cables(fabric), cables(read));
    }

    private static List<String> cables(Topology fabric) {
        List<String> cables = new ArrayList<>();
        for (FabricLink link : fabric.links()) {
            cables.add(PlainSweep.link(link) + " " + link.width() + " " + link.speed());
        }
        cables.sort(null);
        return cables;
    }

    @Test
    void aSweepFindsEveryNodeAndCable() {
        Topology fabric = Dragonflies.mixed(9, 4, 2, 2, 1);
        SimulatedWorld world = SimulatedWorld.of(fabric, SmallFabric.settings());
        try (Asker asker = new Asker(world)) {
            PlainSweep sweep = new PlainSweep(asker).run();
            assertEquals(fabric.nodes().size(), sweep.nodes.size());
            Set<String> expected = new TreeSet<>();
            fabric.links().forEach(link -> expected.add(PlainSweep.link(link)));
            assertEquals(expected, sweep.links);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 4, 2, 2, has no 0",
        "9, 4, -2, 2, has no -2",
        "10, 4, 2, 2, 10 groups are too many",
        "2147483647, 2147483647, 1, 2147483647, unicast LIDs",
        "100, 100, 4, 10, unicast LIDs",
        "1, 200, 100, 1, at most 254 ports"
    })
    void whatCannotBeIsRefused(int groups, int routers, int hosts, int globals, String reason) {
        IllegalArgumentException refusal =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> Dragonflies.of(groups, routers, hosts, globals, 1));
        assertTrue(String.valueOf(refusal.getMessage()).contains(reason), refusal::getMessage);
    }
}
