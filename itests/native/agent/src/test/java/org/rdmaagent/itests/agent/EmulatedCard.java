// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmaagent.itests.jvm.NativeTools;

/** The emulated device inside another process, steered through its FIFO (mlx4emu/README.md). */
final class EmulatedCard {
    private static final Pattern FLOODED = Pattern.compile(": (\\d+), on \\d+, gone \\d+");

    private final String library;
    private final Path fifo;
    private final Path answers;

    /**
     * @param folder where the FIFO is going to be
     */
    EmulatedCard(Path folder) throws IOException, InterruptedException {
        library = NativeTools.mlx4emu();
        fifo = folder.resolve("control");
        answers = folder.resolve("control.log");
    }

    /** What the process has to be started with. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put("LD_PRELOAD", library);
        environment.put("MLX4EMU_CONTROL", fifo.toString());
        return environment;
    }

    /** Waits until the process has opened the device, and with it the FIFO. */
    void awaitOpened() throws Exception {
        Waiting.until("an open device", () -> Files.exists(answers));
    }

    /** Has it done; what is refused fails the test. */
    void does(String line) throws Exception {
        assertEquals("", answer(line));
    }

    /** Has it done, and what it tells of it; what is refused fails the test. */
    String answer(String line) throws Exception {
        int before = Files.readAllLines(answers).size();
        Files.writeString(fifo, line + "\n", StandardOpenOption.WRITE);
        Waiting.until("an answer to " + line, () -> Files.readAllLines(answers).size() > before);
        List<String> all = Files.readAllLines(answers);
        String last = all.get(all.size() - 1);
        String done = "done: " + line;
        assertTrue(last.startsWith(done), last);
        return last.substring(done.length());
    }

    /** Ends all floods; how many datagrams they have made since the agent began. */
    long stopFloods() throws Exception {
        return flooded("flood stop");
    }

    /** How many datagrams floods have made since the agent began. */
    long flooded() throws Exception {
        return flooded("flood count");
    }

    private long flooded(String line) throws Exception {
        Matcher told = FLOODED.matcher(answer(line));
        assertTrue(told.matches(), line);
        return Long.parseLong(told.group(1));
    }
}
