// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.itests.jvm.speed.CompletionFigures;

/** What completions cost by each way to poll, beside C; judged by readers. */
class CompletionBench {
    @Test
    void completionsBesideC(@TempDir Path folder) throws Exception {
        PollRun run = PollRun.prepare(folder);
        double load = ResultsPage.load();
        List<Jdk> jdks = Jdk.all();
        List<PollFigures> all = new ArrayList<>();
        for (Jdk jdk : jdks) {
            PollFigures figures = run.on(jdk);
            all.add(figures);
            assertTrue(figures.rows(CompletionFigures.COMPLETIONS).size() > 1, figures::toString);
            assertFalse(figures.swaps().isEmpty(), figures::toString);
        }
        String page = PollRun.SHORT ? "bench/target/SHORT.md" : "bench/RESULTS.md";
        CompletionPage.write(jdks, all, load, NativeTools.root().resolve(page));
    }
}
