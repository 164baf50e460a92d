// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.NativeTools;

/** Each group of cases in a JVM of its own, in front of the emulated device. */
class VerbsObjectsIT {
    private static final long SECONDS = Boolean.getBoolean("rdma.long") ? 1800 : 240;

    @TestFactory
    Stream<DynamicTest> cases(@TempDir Path folder) throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (String group : new TreeSet<>(CasesMain.GROUPS.keySet())) {
            Child child = Child.run(command(group), environment(group), folder, SECONDS);
            List<String> lines = child.text().lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (line.startsWith(CasesMain.PASSED)) {
                    tests.add(test(group, line.substring(CasesMain.PASSED.length()), ""));
                } else if (line.startsWith(CasesMain.FAILED)) {
                    String name = line.substring(CasesMain.FAILED.length());
                    tests.add(test(group, name, reason(lines.subList(i + 1, lines.size()))));
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

    private static List<String> command(String group) {
        List<String> command = new ArrayList<>();
        if (group.equals("memlock")) {
            command.addAll(List.of("prlimit", "--memlock=65536:65536", "--"));
        }
        command.addAll(Child.java(CasesMain.class.getName(), group));
        int at = command.indexOf("-cp");
        command.add(at, "-Drdma.long=" + Boolean.getBoolean("rdma.long"));
        if (group.equals("growth")) {
            // The heap is there from the start, so that what grows is not Java's own.
            command.addAll(
                    at, List.of("-XX:+UseSerialGC", "-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch"));
        }
        return command;
    }

    private static Map<String, String> environment(String group) throws Exception {
        String preload = NativeTools.mlx4emu();
        return group.equals("memlock")
                ? Map.of("LD_PRELOAD", preload, "MLX4EMU_MEMLOCK", "1")
                : Map.of("LD_PRELOAD", preload);
    }
}
