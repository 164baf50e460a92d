// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.itests.jvm.Child;

/** Each group of cases in a JVM of its own, in front of the emulated device. */
class VerbsObjectsIT {
    private static final long SECONDS = Boolean.getBoolean("rdma.long") ? 1800 : 240;

    @TestFactory
    Stream<DynamicTest> cases(@TempDir Path folder) throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (GroupRun run : GroupRun.all()) {
            String group = run.title();
            if (!run.lacks().isEmpty()) {
                tests.add(DynamicTest.dynamicTest(group, () -> abort(run.lacks())));
                continue;
            }
            Child child = Child.run(run.command(), run.environment(), folder, SECONDS);
            List<String> lines = child.text().lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (line.startsWith(CasesMain.PASSED)) {
                    tests.add(test(group, line.substring(CasesMain.PASSED.length()), ""));
                } else if (line.startsWith(CasesMain.FAILED)) {
                    String name = line.substring(CasesMain.FAILED.length());
                    String why = reason(lines.subList(i + 1, lines.size()));
                    tests.add(test(group, name, why + child.errors()));
                }
            }
            tests.add(
                    DynamicTest.dynamicTest(
                            group + ": the JVM ends well",
                            () -> assertEquals(0, child.exit(), child.text() + child.errors())));
        }
        return tests.stream();
    }

    private static DynamicTest test(String group, String name, String failure) {
        return DynamicTest.dynamicTest(group + ": " + name, () -> assertEquals("", failure));
    }

    private static String reason(List<String> lines) {
        return String.join(
                "\n",
                lines.stream()
                        .takeWhile(
                                line ->
                                        !line.startsWith(CasesMain.PASSED)
                                                && !line.startsWith(CasesMain.FAILED))
                        .toList());
    }
}
