// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.dataplane.IdleStrategy;

/** What the idle strategies of a poll loop take, and how soon they answer; judged by readers. */
class IdleBench {
    @Test
    void idleStrategiesAtRestAndWokenUp(@TempDir Path folder) throws Exception {
        String preload = NativeTools.mlx4emu();
        double load = ResultsPage.load();
        List<IdleRow> rows = new ArrayList<>();
        for (Jdk jdk : Jdk.all()) {
            for (IdleStrategy idle : IdleStrategy.values()) {
                rows.add(IdleRow.measure(jdk, idle, preload, folder));
            }
        }
        rows.forEach(row -> assertTrue(0 < row.median(), row::toString));
        IdlePage.write(rows, load, NativeTools.root().resolve("bench/RESULTS.md"));
    }
}
