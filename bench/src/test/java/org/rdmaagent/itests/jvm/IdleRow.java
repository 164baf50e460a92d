// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmaagent.dataplane.IdleStrategy;

/**
 * Figures of one loop.
 *
 * @param jdk the version that it ran on
 * @param idle its strategy
 * @param cpu what its thread took at rest, 1 for a whole CPU
 * @param median of what single messages waited, nanoseconds
 * @param percentile99 of the same
 * @param largest of the same
 */
record IdleRow(
        String jdk, IdleStrategy idle, double cpu, long median, long percentile99, long largest) {
    private static final long LIMIT_SECONDS = 180;

    /** Measures it in a JVM of its own. */
    static IdleRow measure(Jdk jdk, IdleStrategy idle, String preload, Path folder)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(Child.java(IdleFigures.class.getName(), idle.name()));
        command.set(0, jdk.java().toString());
        if (jdk.feature() >= Jdk.ASKS_FOR_NATIVE) {
            command.add(1, "--enable-native-access=ALL-UNNAMED");
        }
        Child child = Child.run(command, Map.of("LD_PRELOAD", preload), folder, LIMIT_SECONDS);
        child.wellEnded();
        return new IdleRow(
                jdk.version(),
                idle,
                Double.parseDouble(child.value("cpu")),
                Long.parseLong(child.value("median")),
                Long.parseLong(child.value("percentile99")),
                Long.parseLong(child.value("largest")));
    }
}
