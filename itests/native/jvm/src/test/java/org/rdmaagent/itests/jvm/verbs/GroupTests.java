// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.rdmaagent.itests.jvm.Child;

/** What {@link CasesMain} wrote, as tests. */
final class GroupTests {
    private GroupTests() {}

    /** One for each case, and one for the end of the JVM. */
    static List<DynamicTest> of(String group, Child child) {
        List<DynamicTest> tests = new ArrayList<>();
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
        return tests;
    }

    private static DynamicTest test(String group, String name, String failure) {
        return DynamicTest.dynamicTest(group + ": " + name, () -> assertEquals("", failure));
    }

    private static String reason(List<String> lines) {
        return String.join("\n", lines.stream().takeWhile(line -> !begins(line)).toList());
    }

    private static boolean begins(String line) {
        return line.startsWith(CasesMain.PASSED) || line.startsWith(CasesMain.FAILED);
    }
}
