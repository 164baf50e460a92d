// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmaagent.itests.jvm.NativeTools;

/** The emulated device inside another process, steered through its FIFO (mlx4emu/README.md). */
final class EmulatedCard {
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
        int before = Files.readAllLines(answers).size();
        Files.writeString(fifo, line + "\n", StandardOpenOption.WRITE);
        Waiting.until("an answer to " + line, () -> Files.readAllLines(answers).size() > before);
        List<String> all = Files.readAllLines(answers);
        assertEquals("done: " + line, all.get(all.size() - 1));
    }
}
