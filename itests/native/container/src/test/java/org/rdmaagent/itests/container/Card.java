// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The emulated device of this container, steered through its FIFO (mlx4emu/README.md). */
final class Card {
    private static final String DONE = "done: ";
    private static final int BYTES = 64;

    // Unset where the class is made outside of the container, for its configuration only.
    private final Path fifo = Path.of(System.getProperty("rdma.card", ""));
    private final Path answers = Path.of(fifo + ".log");

    /** Fills the receives of a queue pair, so many a second; 0 for as many as it can. */
    void flood(int queuePair, int rate) throws Exception {
        tell("flood " + queuePair + " 1 " + rate + " " + BYTES);
    }

    /** Ends all floods; what they have made since the container was started. */
    long stop() throws Exception {
        return counted(tell("flood stop"));
    }

    private static long counted(String answer) {
        // done: flood stop: COMPLETIONS, on FLOODS, gone FLOODS
        return Long.parseLong(answer.replaceFirst("^.*: (\\d+),.*$", "$1"));
    }

    private String tell(String line) throws Exception {
        Waiting.until("an open device", () -> Files.exists(answers));
        int before = Files.readAllLines(answers).size();
        Files.writeString(fifo, line + "\n", StandardOpenOption.WRITE);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        List<String> all = Files.readAllLines(answers);
        while (all.size() == before) {
            assertTrue("an answer to " + line, System.nanoTime() < deadline);
            TimeUnit.MILLISECONDS.sleep(1);
            all = Files.readAllLines(answers);
        }
        String answer = all.get(all.size() - 1);
        assertTrue(answer, answer.startsWith(DONE));
        return answer;
    }
}
