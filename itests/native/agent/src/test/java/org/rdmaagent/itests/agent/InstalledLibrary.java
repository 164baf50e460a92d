// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.NativeTools;

/** A shared library as ldconfig(8) knows it. */
final class InstalledLibrary {
    private InstalledLibrary() {}

    /** {@code 3.2.44.0} where {@code libibumad.so.3} leads to {@code libibumad.so.3.2.44.0}. */
    static String version(String soname) throws IOException, InterruptedException {
        List<String> command = List.of(NativeTools.program("ldconfig", "libc-bin"), "-p");
        String cache = Child.run(command, Map.of(), Path.of("target"), 30).wellEnded();
        Stream<String> files =
                cache.lines()
                        .filter(line -> line.strip().startsWith(soname + " "))
                        .map(line -> line.substring(line.indexOf("=> ") + "=> ".length()));
        Path file = Path.of(files.findFirst().orElseThrow()).toRealPath();
        return file.toString().replaceAll(".*\\.so\\.", "");
    }
}
