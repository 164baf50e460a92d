// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.NativeTools;

/**
 * Runs programs of another processor: QEMU's emulation of a process, with the libraries and the JVM
 * of a root that itests/native/aarch64/root.sh makes.
 *
 * @param folder where that script made it
 */
record Aarch64Machine(Path folder) {
    private static final int SKIPPED = 77;
    private static final String SKIP = "SKIPPED: ";

    /** What is fetched once is most of it. */
    private static final long SECONDS = 900;

    /** Made if it is not there; the tests are skipped if that takes what this machine has not. */
    static Aarch64Machine make(Path logs) throws IOException, InterruptedException {
        Path project = NativeTools.root();
        Path folder = project.resolve("itests/native/jvm/target/aarch64");
        String script = project.resolve("itests/native/aarch64/root.sh").toString();
        Child child = Child.run(List.of(script, folder.toString()), Map.of(), logs, SECONDS);
        assumeFalse(child.exit() == SKIPPED, () -> reason(child));
        child.wellEnded();
        return new Aarch64Machine(folder);
    }

    private static String reason(Child child) {
        return child.text()
                .lines()
                .filter(line -> line.startsWith(SKIP))
                .map(line -> line.substring(SKIP.length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("root.sh gave no reason"));
    }

    /** The same on this machine, as it starts quickest there. */
    Child run(GroupRun run, Path logs, long seconds) throws IOException, InterruptedException {
        Path root = folder.resolve("root");
        Path java = root.resolve("usr/lib/jvm/default-java/bin/java");
        List<String> command = new ArrayList<>();
        command.addAll(List.of(folder.resolve("qemu-aarch64").toString(), "-L", root.toString()));
        command.add(java.toString());
        // A JNA of the system would be one for the processor of the tests.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Djna.nosys=true"));
        List<String> here = run.command();
        assertEquals("java", Path.of(here.get(0)).getFileName().toString());
        command.addAll(here.subList(1, here.size()));
        Map<String, String> environment = new HashMap<>(run.environment());
        Path device = folder.resolve("mlx4emu/libmlx4emu.so");
        // The library of the other processor: QEMU itself is static, and hands it on.
        environment.put("LD_PRELOAD", device.toRealPath().toString());
        return Child.run(command, environment, Files.createDirectories(logs), seconds);
    }
}
