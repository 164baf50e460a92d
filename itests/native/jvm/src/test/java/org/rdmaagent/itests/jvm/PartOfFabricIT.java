// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.fabric.discovery.AskedMain;
import org.rdmaagent.mad.text.IbnetdiscoverReader;
import org.rdmaagent.sim.control.FatTrees;

/**
 * From any node, named by LID or by GUID, exactly the nodes within so many hops are found; the file
 * that ibsim serves is the truth.
 */
class PartOfFabricIT {
    private static final int STARTING_POINTS = 20;
    private static final int MOST_HOPS = 4;

    /** Each scan of the library is a process or two. */
    private static final int SHORT_FORM = 4;

    private final Topology served = FatTrees.threeLevel(6, 4, 3, 3, 6);

    private record Question(FabricNode from, String engine, int hops, String text) {}

    @Test
    void ourEngineFindsExactlyThem(@TempDir Path folder) throws Exception {
        ask("java", STARTING_POINTS, folder);
    }

    @Test
    void theLibraryFindsExactlyThem(@TempDir Path folder) throws Exception {
        boolean all = Boolean.getBoolean("rdma.long");
        ask("libibnetdisc", all ? STARTING_POINTS : SHORT_FORM, folder);
    }

    private void ask(String engine, int startingPoints, Path folder) throws Exception {
        assertEquals(195, served.nodes().size());
        List<Question> questions = questions(engine, startingPoints);
        List<String> command = new ArrayList<>(List.of(folder.toString(), "java;0;"));
        questions.forEach(question -> command.add(question.text()));
        try (IbSim sim = IbSim.start(served, folder)) {
            Child ours =
                    Child.run(
                            Child.java(AskedMain.class.getName(), command.toArray(new String[0])),
                            sim.client(),
                            folder,
                            420);
            ours.wellEnded();
            for (int index = 0; index < questions.size(); index++) {
                check(questions.get(index), Integer.toString(index + 2), ours, folder);
            }
        }
    }

    private void check(Question question, String number, Child ours, Path folder) throws Exception {
        assertEquals(question.engine(), ours.value(number + ".source"), question.text());
        assertEquals("[]", ours.value(number + ".failed"), question.text());
        byte[] text =
                Files.readString(folder.resolve(number + ".topo")).getBytes(StandardCharsets.UTF_8);
        Topology found = IbnetdiscoverReader.read(question.text(), text);
        assertEquals(
                new Distances(served).within(question.from().guid(), question.hops()),
                Distances.guids(found.nodes()),
                question.text());
    }

    /** Our own node, a switch in front of it, and others by chance. */
    private List<Question> questions(String engine, int startingPoints) {
        SplittableRandom random = new SplittableRandom(11);
        List<Question> questions = new ArrayList<>();
        for (int start = 0; start < startingPoints; start++) {
            FabricNode from =
                    start == 0 ? own() : served.nodes().get(random.nextInt(served.nodes().size()));
            String name = start % 2 == 0 ? from.guid().toString() : lid(from);
            for (int hops = 0; hops <= MOST_HOPS; hops++) {
                String text = engine + ";" + name + ";" + hops;
                questions.add(new Question(from, engine, hops, text));
            }
        }
        return questions;
    }

    private FabricNode own() {
        return served.nodes().stream()
                .filter(node -> node.key().equals(served.origin().orElseThrow()))
                .findFirst()
                .orElseThrow();
    }

    private static String lid(FabricNode node) {
        String lid =
                node.ports().stream()
                        .map(FabricPort::lid)
                        .filter(any -> any.isUnicast())
                        .map(any -> Integer.toString(any.value()))
                        .findFirst()
                        .orElse("");
        assertTrue(!lid.isEmpty(), node::description);
        return lid;
    }
}
