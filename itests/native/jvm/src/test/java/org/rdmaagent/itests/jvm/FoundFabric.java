// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverReader;

/** Compares what two programs found of one fabric, both told as ibnetdiscover tells it. */
public final class FoundFabric {
    private FoundFabric() {}

    /** A text that is read without a complaint. */
    public static Topology read(String text) {
        Topology topology = IbnetdiscoverReader.read("text", text.getBytes(StandardCharsets.UTF_8));
        assertEquals(List.of(), topology.problems());
        return topology;
    }

    /** The tool sees all that is served: else it could miss what we miss. */
    public static void assertTold(Topology served, String theirs) {
        assertToldButForSpeeds(served, theirs);
        assertEquals(rates(served), rates(read(theirs)));
    }

    /** The same where the simulator does not know the speeds. */
    public static void assertToldButForSpeeds(Topology served, String theirs) {
        Topology told = read(theirs);
        assertEquals(served.nodes().size(), told.nodes().size());
        assertEquals(served.links().size(), told.links().size());
    }

    /** Nodes, links, LIDs, widths and speeds agree. */
    public static void assertSame(String theirs, String ours) {
        Topology expected = read(theirs);
        Topology found = read(ours);
        assertEquals(expected.links(), found.links());
        assertEquals(nodes(expected), nodes(found));
        assertEquals(expected.origin(), found.origin());
    }

    private static Set<String> rates(Topology topology) {
        return topology.links().stream()
                .map(link -> link.width() + " " + link.speed())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> nodes(Topology topology) {
        return topology.nodes().stream().map(FoundFabric::text).sorted().toList();
    }

    /** A switch's port 0 tells the LID; so does a channel adapter's port. */
    private static String text(FabricNode node) {
        List<String> lids =
                node.ports().stream()
                        .map(port -> port.number() + ":" + port.lid() + "/" + port.lmc())
                        .toList();
        return node.key()
                + " "
                + node.type()
                + " "
                + node.description()
                + " "
                + node.portCount()
                + " "
                + node.systemImageGuid()
                + " "
                + node.vendorId()
                + "/"
                + node.deviceId()
                + " "
                + node.enhancedPort0()
                + " "
                + lids;
    }
}
