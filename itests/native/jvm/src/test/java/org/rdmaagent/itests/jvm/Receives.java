// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The preload {@code receives.c}: makes receives fail, or agents ask for an M_Key. */
final class Receives {
    private Receives() {}

    /** The environment of a simulator's client, with the preload before all others. */
    static Map<String, String> before(Map<String, String> client, Path folder)
            throws IOException, InterruptedException {
        String compiler = NativeTools.program("gcc", "gcc");
        Path source = folder.resolve("receives.c");
        try (InputStream in = Receives.class.getResourceAsStream("/receives.c")) {
            Files.write(source, Objects.requireNonNull(in).readAllBytes());
        }
        Path library = folder.resolve("libreceives.so");
        List<String> command =
                List.of(
                        compiler,
                        "-Wall",
                        "-Werror",
                        "-shared",
                        "-fPIC",
                        "-o",
                        library.toString(),
                        source.toString(),
                        "-ldl");
        Child.run(command, Map.of(), folder, 60).wellEnded();
        Map<String, String> environment = new HashMap<>(client);
        environment.put("LD_PRELOAD", library + ":" + client.get("LD_PRELOAD"));
        return environment;
    }
}
