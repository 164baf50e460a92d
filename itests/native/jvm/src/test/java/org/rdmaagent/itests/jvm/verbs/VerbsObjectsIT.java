// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

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
            tests.addAll(GroupTests.of(group, child));
        }
        return tests.stream();
    }
}
