// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;

/** Whatever happens to the process of a scan costs that scan, with a reason, and nothing else. */
class FabricLibraryFaultsIT {
    private static final Topology TREE = FatTrees.twoLevel(40, 20, 20, 1);
    private static final String GOOD = "860 nodes";

    /** A killed client keeps one of ibsim's ten places, so that each list has its own ibsim. */
    private static Child happen(Path folder, String... faults) throws Exception {
        return happen(TREE, folder, faults);
    }

    private static Child happen(Topology tree, Path folder, String... faults) throws Exception {
        Path scans = Files.createDirectory(folder.resolve("scans"));
        try (IbSim sim = IbSim.start(tree, folder)) {
            Map<String, String> environment = new TreeMap<>(Receives.before(sim.client(), folder));
            environment.put("RECEIVES_FAIL_FILE", folder.resolve("failing").toString());
            List<String> java = Child.java(ScanFaultsMain.class.getName(), scans.toString());
            Collections.addAll(java, faults);
            Child child = Child.run(java, environment, folder, 120);
            child.wellEnded();
            try (Stream<Path> left = Files.list(scans)) {
                assertEquals(List.of(), left.toList());
            }
            return child;
        }
    }

    private static void assertNothingLeft(Child child) {
        assertEquals(child.value("before"), child.value("after"), child.text());
        assertTrue(child.value("after").endsWith("threads=0, processes=0, scratch=0]"));
    }

    private static List<String> good(Child child) {
        return child.text().lines().filter(line -> line.startsWith("good=")).distinct().toList();
    }

    @Test
    void aReceiveThatFailsAbortsTheLibraryAndNotTheAgent(@TempDir Path folder) throws Exception {
        Child child = happen(folder, "3", "good", "10", "good", "25", "good");
        for (String receive : List.of("3", "10", "25")) {
            String failure = child.value(receive);
            assertTrue(
                    failure.startsWith(
                            "ibnd_discover_fabric on ibsim0/1 failed: EIO (5); the process that it"
                                    + " ran in was ended by SIGABRT before it had a result;"),
                    failure);
            assertTrue(failure.contains("umad_recv failed: -5"), failure);
            // What comes of a block that is freed twice depends on what lies beside it.
            assertTrue(failure.matches(".*(double free|free\\(\\)|SIGSEGV \\(0xb\\)).*"), failure);
        }
        assertEquals(List.of("good=" + GOOD), good(child));
        assertNothingLeft(child);
    }

    @Test
    void aProcessThatIsKilledOrStoppedEndsTheScanWithTheReason(@TempDir Path folder)
            throws Exception {
        Child child = happen(folder, "kill", "good", "stop", "swept", "throw");
        String killed = child.value("kill");
        assertTrue(killed.contains("failed: EIO (5); the process"), killed);
        assertTrue(killed.contains("was ended by SIGKILL"), killed);
        assertEquals("Max core file size 0 0 bytes", child.value("core").strip());
        String stopped = child.value("stop");
        assertTrue(stopped.contains("failed: ETIMEDOUT (110); no end within 5000 ms"), stopped);
        assertTrue(stopped.contains("it last said: DR path"), stopped);
        assertEquals(List.of("good=" + GOOD), good(child));
        assertEquals("1", child.value("sweptAway"), "JNA's library");
        assertEquals(GOOD, child.value("swept"), "after its files were swept away");
        assertEquals(GOOD, child.value("throw"), "a listener that throws");
        assertNothingLeft(child);
    }

    @Test
    void aScanAndTheLibraryAreClosedAtAnyTime(@TempDir Path folder) throws Exception {
        Child child =
                happen(folder, "close", "closeAtOnce", "good", "closeLibrary", "closeLibrary");
        String canceled =
                "ibnd_discover_fabric on ibsim0/1 failed: ECANCELED (125); the scan was closed; ask"
                        + " for another";
        assertEquals(canceled, child.value("close"));
        assertEquals(canceled, child.value("closeAtOnce"));
        assertEquals("false", child.value("openAfterClose"));
        assertEquals(GOOD, child.value("good"));
        assertEquals(
                List.of("closeLibrary=" + canceled),
                child.text()
                        .lines()
                        .filter(line -> line.startsWith("closeLibrary="))
                        .distinct()
                        .toList());
        assertNothingLeft(child);
    }

    @Test
    void twentyScansLeaveNothingBehind(@TempDir Path folder) throws Exception {
        Topology small = FatTrees.twoLevel(12, 3, 15, 1);
        String[] scans = Collections.nCopies(20, "good").toArray(String[]::new);
        Child child = happen(small, folder, scans);
        assertEquals(20, child.text().lines().filter("good=195 nodes"::equals).count());
        assertNothingLeft(child);
    }

    @ParameterizedTest(name = "the scan''s process stopped: {0}")
    @ValueSource(booleans = {false, true})
    void aKilledAgentTakesTheScanWithIt(boolean stopped, @TempDir Path folder) throws Exception {
        try (IbSim sim = IbSim.start(TREE, folder)) {
            List<String> java =
                    Child.java(
                            OrphanMain.class.getName(),
                            folder.toString(),
                            Boolean.toString(stopped));
            ProcessBuilder builder = new ProcessBuilder(java).directory(folder.toFile());
            builder.environment().putAll(sim.client());
            Process agent = builder.start();
            ProcessHandle scan = ProcessHandle.of(child(agent)).orElseThrow();
            assertTrue(scan.isAlive());
            agent.destroyForcibly().waitFor();
            scan.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    private static long child(Process agent) throws IOException {
        BufferedReader lines = agent.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        while (line != null && !line.startsWith("child=")) {
            line = lines.readLine();
        }
        if (line == null) {
            throw new AssertionError("it started no scan");
        }
        return Long.parseLong(line.substring("child=".length()));
    }
}
