// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells what was measured: the log, and {@code target/swap-figures.txt}. */
final class Figures {
    private static final Logger LOG = LoggerFactory.getLogger(Figures.class);

    private Figures() {}

    static void tell(String text) throws IOException {
        LOG.info("{}", text);
        Path file = Path.of(System.getProperty("rdma.figures"), "swap-figures.txt");
        Files.writeString(file, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The pauses of a queue at the changes of its handler. */
    static String pauses(LoopBean loop, String queue) {
        return String.format(
                Locale.ROOT,
                "%d pauses: median %,.1f us, p99 %,.1f us, longest %,.1f us",
                loop.swapPause(queue, "count"),
                loop.swapPause(queue, "median") / 1e3,
                loop.swapPause(queue, "percentile99") / 1e3,
                loop.swapPause(queue, "largest") / 1e3);
    }
}
