// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The C compiler; what it says is in the failure. */
final class GccRun {
    private GccRun() {}

    static void compile(Path folder, Path source, Path result, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(NativeTools.program("gcc", "gcc"));
        command.addAll(List.of("-o", result.toString(), source.toString()));
        command.addAll(List.of(options));
        Child.run(command, Map.of(), folder, 60).wellEnded();
    }
}
