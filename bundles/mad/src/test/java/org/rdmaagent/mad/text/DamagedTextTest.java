// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.Topology;

final class DamagedTextTest {
    private static final String TEXT = SmallSubnet.TEXT;
    private static final String A_PORT = "[1]\t\"H-00000000000000a0\"";

    @ParameterizedTest(name = "{0}")
    @MethodSource("harmless")
    void what_only_looks_damaged_is_read_whole(String what, byte[] text) {
        Topology topology = IbnetdiscoverReader.read(what, text);

        assertEquals(List.of(), topology.problems());
        CorpusTest.assertSame(SmallSubnet.read(TEXT), topology);
    }

    static Stream<Arguments> harmless() {
        return Stream.of(
                arguments("CRLF", TEXT.replace("\n", "\r\n").getBytes(UTF_8)),
                arguments("CR", TEXT.replace('\n', '\r').getBytes(UTF_8)),
                arguments("lines doubled", TEXT.replace("\n", "\r\r\n").getBytes(UTF_8)),
                arguments("byte order mark", ("\ufeff" + TEXT).getBytes(UTF_8)),
                arguments("tabs are blanks", TEXT.replace('\t', ' ').getBytes(UTF_8)),
                arguments("tabs are many blanks", TEXT.replace("\t", "        ").getBytes(UTF_8)),
                arguments("tabs are gone", TEXT.replace("\t", "").getBytes(UTF_8)),
                arguments("blanks in front", TEXT.replace("\n", "\n  ").getBytes(UTF_8)),
                arguments("blanks behind", TEXT.replace("\n", "  \n").getBytes(UTF_8)),
                arguments("no last line end", TEXT.stripTrailing().getBytes(UTF_8)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badLines")
    void a_bad_line_is_reported_and_the_rest_is_read(
            String what, String text, String badLine, String says, int nodes, int links) {
        Topology topology = SmallSubnet.read(text);

        assertEquals(nodes, topology.nodes().size(), () -> "" + topology.problems());
        assertEquals(links, topology.links().size(), () -> "" + topology.problems());
        String subject = "line " + SmallSubnet.lineOf(text, badLine);
        FabricProblem problem =
                topology.problems().stream()
                        .filter(p -> p.kind().equals("badLine") && p.subject().equals(subject))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("" + topology.problems()));
        assertTrue(problem.text().contains(says), problem::text);
    }

    static Stream<Arguments> badLines() {
        return Stream.of(
                stray("a shell's prompt", "$ ibnetdiscover", "begins like this"),
                stray("a root's prompt", "[root@mgmt ~]# ibnetdiscover", "port number"),
                stray("a tool's warning", "toolwarn: [4711] no answer: dr path", "begins like"),
                stray("a source line", "lib/scan.c:99; lost a packet", "begins like this"),
                stray("bytes", "\u0001\u0002\ufffd\u0000", "begins like this"),
                stray("a port of port 0", "[0]\t\"S-0000000000000010\"[4]", "1..254, not '0'"),
                stray("a port 300", "[300]\t\"S-0000000000000010\"[4]", "1..254, not '300'"),
                stray("a huge port", "[99999999999999999999]\t\"S-1\"[4]", "lies in 1..254"),
                stray("a port without a peer", "[4]", "before the node's name"),
                stray("a node of no kind", "[4]\t\"X-12\"[1]", "begins with S-, H- or R-"),
                stray("a GUID of 17 digits", "[4]\t\"S-11112222333344445\"[1]", "1 to 16"),
                stray("a peer's port 0", "[4]\t\"S-0000000000000020\"[0]", "peer's port"),
                stray("a port twice", A_PORT + "[1](a1) \t\t# \"x\" lid 1 4xEDR", "'"),
                stray("a vendor of 7 digits", "vendid=0x1234567", "vendor id"),
                stray("a device without digits", "devid=zz", "device id"),
                soft("a LID 70000", "# \"host a\" lid 70000 4xEDR", "0..65535, not '70000'"),
                soft("a LID that is none", "# \"host a\" lid none 4xEDR", "the LID is missing"),
                soft("a cut description", "# \"host", "does not end"),
                soft("no description", "#", "the description is missing"),
                soft("no comment", "", "'#' is missing"),
                arguments(
                        "an LMC 9",
                        TEXT.replace("lid 20 lmc 1", "lid 20 lmc 9"),
                        "Switch\t4 \"S-0000000000000020",
                        "LMC lies in 0..7, not '9'",
                        5,
                        5),
                arguments(
                        "a port that the switch does not have",
                        SmallSubnet.with("[4]", "[5]\t\"R-00000000000000c0\"[1](c1) \t\t# \"\""),
                        "[5]",
                        "port 5 of a node that has 4",
                        5,
                        5),
                arguments(
                        "a switch's line cut off",
                        TEXT.replace("\"leaf 2\" base port 0 lid 20 lmc 1", "\"leaf 2\" ba"),
                        "Switch\t4 \"S-0000000000000020",
                        "seems to be cut off",
                        5,
                        5),
                arguments(
                        "a switch's line without its name",
                        SmallSubnet.with("Switch\t4 \"S-0000000000000020", "Switch\t4 \"S-?"),
                        "Switch\t4 \"S-?",
                        "node GUID",
                        5,
                        5),
                arguments(
                        "ids of another node",
                        TEXT.replace("switchguid=0x20(21)", "switchguid=0x30(31)"),
                        "Switch\t4 \"S-0000000000000020",
                        "0x0000000000000030",
                        5,
                        5));
    }

    /** A line too many, in the middle of the first switch's ports. */
    private static Arguments stray(String what, String line, String says) {
        String text = TEXT.replace("[2]\t\"S-0000000000000020", line + "\n$0");
        text = text.replace("$0", "[2]\t\"S-0000000000000020");
        boolean second = line.startsWith(A_PORT);
        String begin = second ? line.substring(0, line.indexOf('#')) + "# \"x\"" : line;
        return arguments(what, text, begin, says, 5, 5);
    }

    /** A line that lost its end or has a bad one: its cable counts all the same. */
    private static Arguments soft(String what, String tail, String says) {
        String line = A_PORT + "[1](a1) \t\t" + tail;
        return arguments(what, SmallSubnet.with(A_PORT, line), A_PORT, says, 5, 5);
    }

    @Test
    void lines_of_ports_without_a_node_are_reported_once() {
        Topology topology =
                SmallSubnet.read(SmallSubnet.with("Switch\t4 \"S-0000000000000010", "Switch"));

        List<FabricProblem> bad =
                topology.problems().stream().filter(p -> p.kind().equals("badLine")).toList();
        assertEquals(2, bad.size());
        assertTrue(bad.get(1).text().contains("3 lines of ports belong to no node"));
    }

    @Test
    void a_file_cut_off_anywhere_gives_what_was_there() {
        byte[] bytes = TEXT.getBytes(UTF_8);
        int firstNode = TEXT.indexOf("\t\t# \"leaf 1\" enhanced");
        for (int length = firstNode; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);

            Topology topology = IbnetdiscoverReader.read("cut", cut);

            assertTrue(!topology.nodes().isEmpty());
            if (length < bytes.length - 60) {
                assertTrue(!topology.problems().isEmpty(), "cut at " + length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "we \"call\" it that",
                "\"",
                "\"\"",
                "a # b",
                "[1](a1)",
                "  blanks in front and behind  ",
                "",
                "\" lid 5 4xQDR",
                "\" base port 0 lid 5 lmc 0",
                "Knoten Übergröße",
                "节点 七",
                "H-00000000000000a0",
                "tab\there",
                "\\",
            })
    void any_name_is_read_as_it_is(String name) {
        Topology topology = SmallSubnet.read(TEXT.replace("leaf 2", name).replace("host b", name));

        assertEquals(List.of(), topology.problems());
        assertEquals(name, topology.nodes().get(1).description());
        assertEquals(name, topology.nodes().get(3).description());
        assertEquals(SmallSubnet.LINKS, topology.links().size());
    }

    @Test
    void a_name_that_is_not_utf_8_is_read_as_latin_1() {
        byte[] text = TEXT.replace("leaf 2", "Straße").getBytes(ISO_8859_1);

        Topology topology = IbnetdiscoverReader.read("latin", text);

        assertEquals("Straße", topology.nodes().get(1).description());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("noTopologies")
    void what_is_no_topology_is_refused_with_what_was_expected(
            String what, byte[] text, String says) {
        TopologyFormatException refusal =
                assertThrows(
                        TopologyFormatException.class, () -> IbnetdiscoverReader.read(what, text));

        assertTrue(refusal.toString().contains(says), refusal::toString);
        assertTrue(refusal.toString().contains("expected the output of ibnetdiscover"));
    }

    static Stream<Arguments> noTopologies() {
        byte[] noise = new byte[1 << 20];
        new Random(7).nextBytes(noise);
        return Stream.of(
                arguments("empty", new byte[0], "is empty"),
                arguments("line end", new byte[] {'\n'}, "no node in 1 lines"),
                arguments("header", "#\n# Topology file\n".getBytes(UTF_8), "no node in 2"),
                arguments("ids", "vendid=0x2c9\ncaguid=0x1\n".getBytes(UTF_8), "no node"),
                arguments("page", "<html><body>404</body></html>".getBytes(UTF_8), "no node"),
                arguments("noise", noise, "no node"),
                arguments("UTF-16", ("\ufeff" + TEXT).getBytes(UTF_16LE), "iconv"));
    }

    @Test
    void one_endless_line_costs_one_line() {
        String text = TEXT + "x".repeat(TextLines.LONGEST_LINE + 1) + "\n";

        Topology topology = SmallSubnet.read(text);

        assertEquals(List.of("badLine"), SmallSubnet.kinds(topology));
        assertEquals(SmallSubnet.NODES, topology.nodes().size());
    }

    @Test
    void a_heap_of_garbage_is_read_in_one_pass() {
        int megabytes = Boolean.getBoolean("rdma.long") ? 100 : 10;
        byte[] block = "[17]\t\"S-zz \"\"\"\" lid lid # \" garbage [ [ [ [\n".getBytes(UTF_8);
        ByteArrayOutputStream text = new ByteArrayOutputStream(megabytes << 20);
        text.writeBytes(TEXT.getBytes(UTF_8));
        while (text.size() < megabytes << 20) {
            text.writeBytes(block);
        }

        // A few seconds do for 100 MB; a reader that looked back at what it read would take hours.
        Topology topology =
                assertTimeout(
                        Duration.ofMinutes(1),
                        () -> IbnetdiscoverReader.read("heap", text.toByteArray()));

        assertEquals(SmallSubnet.NODES, topology.nodes().size());
        assertEquals(ProblemList.LISTED_PER_KIND + 1, topology.problems().size());
        FabricProblem last = topology.problems().get(ProblemList.LISTED_PER_KIND);
        assertTrue(last.text().contains("more of this kind"));
    }

    @Test
    void random_damage_never_throws_anything_but_the_refusal() {
        long seed = Long.getLong("rdma.seed", System.nanoTime());
        Random random = new Random(seed);
        int rounds = Boolean.getBoolean("rdma.long") ? 200_000 : 5_000;
        byte[] good = TEXT.getBytes(UTF_8);
        for (int round = 0; round < rounds; round++) {
            byte[] text = good.clone();
            for (int flips = random.nextInt(20); flips >= 0; flips--) {
                int from = random.nextInt(text.length);
                int to = random.nextInt(text.length);
                text[from] = random.nextBoolean() ? text[to] : (byte) random.nextInt(256);
            }
            try {
                for (FabricNode node : IbnetdiscoverReader.read("fuzz", text).nodes()) {
                    assertTrue(node.ports().size() <= node.portCount() + 1);
                }
            } catch (TopologyFormatException e) {
                // Every node was hit.
            } catch (RuntimeException e) {
                throw new AssertionError("rdma.seed=" + seed + " round " + round, e);
            }
        }
    }
}
