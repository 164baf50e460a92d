// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.completion.ArchitectureCases;
import org.rdmaagent.spi.completion.PollingWay;

/**
 * Groups of cases on an emulated aarch64: its JVM, its libraries and JNA's code for it. A barrier
 * that is missing does not show: QEMU runs it on the memory of this machine.
 */
class Aarch64IT {
    private static final String AARCH64 = "aarch64";

    /** More than ten times what the slowest takes on two processors that do nothing else. */
    private static final long SECONDS = 600;

    private static final List<GroupRun> RUNS =
            List.of(
                    run(CasesMain.ARCHITECTURE, PollingWay.DIRECT),
                    run("entries", PollingWay.PEEK),
                    run("loops", PollingWay.PEEK),
                    run(CasesMain.PORT_CONTRACT, PollingWay.PEEK),
                    run("mlx4 ranges", PollingWay.CALL),
                    run("contract", PollingWay.CALL));

    private static GroupRun run(String group, PollingWay way) {
        return new GroupRun(group, Map.of(), PortSetting.here(way), Extent.BRIEF);
    }

    @TestFactory
    Stream<DynamicTest> cases(@TempDir Path folder) throws Exception {
        try {
            return cases(machine(folder), folder).stream();
        } catch (TestAbortedException e) {
            // Nobody counts a factory that is skipped, or hears its reason.
            return Stream.of(DynamicTest.dynamicTest(AARCH64, () -> abort(e.getMessage())));
        }
    }

    private static Aarch64Machine machine(Path folder) throws Exception {
        assumeTrue(Boolean.getBoolean("rdma.long"), "long: ./check --long");
        assumeFalse(
                System.getProperty("os.arch").equals(AARCH64),
                "this machine is aarch64: VerbsObjectsIT runs there what is emulated elsewhere");
        return Aarch64Machine.make(folder);
    }

    private static List<DynamicTest> cases(Aarch64Machine machine, Path folder) throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (GroupRun run : RUNS) {
            Child child = machine.run(run, folder, SECONDS);
            tests.addAll(GroupTests.of(AARCH64 + ": " + run.title(), child));
            if (run.group().equals(CasesMain.ARCHITECTURE)) {
                tests.add(DynamicTest.dynamicTest("direct is refused there", () -> told(child)));
            }
        }
        return tests;
    }

    /** The cases are those of that processor, and not of this one. */
    private static void told(Child child) {
        for (String each : ArchitectureCases.ELSEWHERE) {
            String line = CasesMain.PASSED + AARCH64 + ": " + each;
            assertTrue(child.text().lines().anyMatch(line::equals), child.text() + child.errors());
        }
    }
}
