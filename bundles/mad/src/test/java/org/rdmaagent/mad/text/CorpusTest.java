// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

final class CorpusTest {
    @ParameterizedTest
    @CsvSource({
        "hdr-superpod-storage.topo, 160, 1247, 3286",
        "mixed-fdr10-hdr-loopback.topo, 2, 13, 16",
        "ndr-gpu-pod.topo, 40, 582, 1114",
        "qdr-fdr-152nodes.topo, 8, 144, 192",
    })
    void a_real_file_is_read_whole_and_written_as_it_was(
            String file, int switches, int adapters, int links) throws IOException {
        byte[] text = Corpus.read(file);

        Topology topology = IbnetdiscoverReader.read(file, text);

        assertEquals(List.of(), topology.problems());
        assertEquals(switches, topology.count(NodeType.SWITCH));
        assertEquals(adapters, topology.count(NodeType.CA));
        assertEquals(links, topology.links().size());
        assertTrue(topology.origin().isPresent());
        assertTrue(topology.originPort() > 0);
        for (FabricLink link : topology.links()) {
            assertTrue(link.width() != null && link.speed() != null, link::toString);
        }
        String written = IbnetdiscoverWriter.write(topology);
        assertEquals(
                records(new String(text, UTF_8)),
                records(written),
                "every line but the date is the tool's own");
        assertSame(topology, IbnetdiscoverReader.read(file, written.getBytes(UTF_8)));
    }

    @Test
    void a_loopback_cable_is_one_link_of_one_node() throws IOException {
        String file = "mixed-fdr10-hdr-loopback.topo";
        Topology topology = IbnetdiscoverReader.read(file, Corpus.read(file));

        List<FabricLink> loops =
                topology.links().stream()
                        .filter(link -> link.first().node().equals(link.second().node()))
                        .toList();

        assertEquals(2, loops.size());
        assertEquals(25, loops.get(0).first().port());
        assertEquals(26, loops.get(0).second().port());
    }

    @Test
    void a_ports_report_is_refused_with_what_was_expected() throws IOException {
        byte[] text = Corpus.read("ports-report-test.out");

        TopologyFormatException refusal =
                assertThrows(
                        TopologyFormatException.class,
                        () -> IbnetdiscoverReader.read("report", text));

        assertTrue(refusal.toString().contains("without -l, -H, -S, -R or -p"));
    }

    private static List<String> records(String text) {
        return text.stripTrailing()
                .lines()
                .filter(line -> !line.startsWith("# Topology file"))
                .toList();
    }

    static void assertSame(Topology expected, Topology actual) {
        assertEquals(expected.nodes().size(), actual.nodes().size());
        for (int i = 0; i < expected.nodes().size(); i++) {
            FabricNode node = expected.nodes().get(i);
            assertEquals(node, actual.nodes().get(i));
        }
        assertEquals(expected.links(), actual.links());
        assertEquals(expected.origin(), actual.origin());
        assertEquals(expected.originPort(), actual.originPort());
    }
}
