// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmaagent.itests.jvm.NativeTools;
import org.rdmaagent.spi.completion.PollingWay;

/**
 * How a JVM polls.
 *
 * @param way looks for completions
 * @param access what calls are made with: {@code jna}, {@code ffm}
 * @param javaHome whose JVM it is
 */
record PortSetting(PollingWay way, String access, Path javaHome) {
    /** Of a newer JVM, for its access to memory and to C. */
    static final List<String> FLAGS =
            List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

    private static final Path THIS_JAVA = Path.of(System.getProperty("java.home"));
    private static final String JNA = "jna";
    private static final String FFM = "ffm";

    /** By calls through JNA, on this JVM. */
    static final PortSetting USUAL = here(PollingWay.CALL);

    /** On this JVM, with JNA. */
    static PortSetting here(PollingWay way) {
        return new PortSetting(way, JNA, THIS_JAVA);
    }

    /** On this JVM, the ways that read the memory of queues. */
    static List<PortSetting> memory() {
        return List.of(here(PollingWay.PEEK), here(PollingWay.DIRECT));
    }

    /** On a newer JVM, if there is one. */
    static List<PortSetting> newer() throws IOException {
        List<PortSetting> all = new ArrayList<>();
        NewerJava.home()
                .ifPresent(
                        home -> {
                            all.add(new PortSetting(PollingWay.CALL, FFM, home));
                            all.add(new PortSetting(PollingWay.PEEK, FFM, home));
                            all.add(new PortSetting(PollingWay.DIRECT, FFM, home));
                            all.add(new PortSetting(PollingWay.DIRECT, JNA, home));
                        });
        return all;
    }

    /** Of {@link #newer} the one without the library's calls and without JNA's access. */
    static Optional<PortSetting> newest() throws IOException {
        return newer().stream()
                .filter(each -> each.way == PollingWay.DIRECT && each.access.equals(FFM))
                .findFirst();
    }

    boolean isElsewhere() {
        return !javaHome.equals(THIS_JAVA);
    }

    String title() {
        String how = way.name().toLowerCase(Locale.ROOT) + " with " + access;
        return isElsewhere() ? how + ", " + javaHome.getFileName() : how;
    }

    /** The classes of an access that this JVM cannot load. */
    Optional<Path> library() {
        return access.equals(FFM) ? Optional.of(classes()) : Optional.empty();
    }

    private static Path classes() {
        return NativeTools.root().resolve("bundles/ffm/target/classes");
    }

    /** Why it cannot be; empty if it can. */
    String lacks() {
        if (way == PollingWay.DIRECT && !DirectReading.lacks().isEmpty()) {
            return DirectReading.lacks();
        }
        boolean there = library().stream().allMatch(Files::isDirectory);
        return there ? "" : classes() + " is not built: that takes a JDK 22 or newer";
    }

    List<String> properties() {
        return List.of(
                "-Drdma.way=" + way.name().toLowerCase(Locale.ROOT), "-Drdma.access=" + access);
    }
}
