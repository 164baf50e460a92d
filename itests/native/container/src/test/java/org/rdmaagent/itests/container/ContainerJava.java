// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.options.extra.VMOption;

/**
 * The Java that runs a container: that of the build, or the newest one where tests ask for it.
 * Outside of the container.
 *
 * @param home its folder
 * @param feature its version
 */
record ContainerJava(Path home, int feature) {
    private static final Path HOMES = Path.of("/usr/lib/jvm");
    private static final String HOME = "java.home";
    private static final String VERSION = "JAVA_VERSION=";

    /** The first that has {@code java.lang.foreign} for good. */
    private static final int FOREIGN = 22;

    /** Tests of this class need a Java that the bundle ffm runs on. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface Newer {}

    /** The one for the tests of a class; that of the build where there is none that would do. */
    static ContainerJava of(Class<?> tests) {
        return tests.isAnnotationPresent(Newer.class)
                ? newest().orElseGet(ContainerJava::own)
                : own();
    }

    private static ContainerJava own() {
        return new ContainerJava(Path.of(System.getProperty(HOME)), Runtime.version().feature());
    }

    private static Optional<ContainerJava> newest() {
        if (!Files.isDirectory(HOMES)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(HOMES)) {
            return homes.map(home -> new ContainerJava(home, feature(home)))
                    .max(Comparator.comparingInt(ContainerJava::feature))
                    .filter(found -> found.feature() > Runtime.version().feature());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int feature(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith(VERSION))
                    .map(line -> line.substring(VERSION.length()).replace("\"", ""))
                    .mapToInt(version -> Runtime.Version.parse(version).feature())
                    .findFirst()
                    .orElse(0);
        } catch (IOException | IllegalArgumentException e) {
            return 0; // not the home of a Java
        }
    }

    /** What the tests of a class need that is not here; empty if it is. */
    static String missing(Class<?> tests) {
        if (!tests.isAnnotationPresent(Newer.class)) {
            return "";
        }
        if (of(tests).feature() < FOREIGN) {
            return "no Java " + FOREIGN + " or newer below " + HOMES;
        }
        return CardDistribution.holds("org/rdmaagent/ffm/")
                ? ""
                : "the distribution was built without the bundle ffm: no JDK 22 or newer was found";
    }

    /** What bin/setenv gives to a JVM of that version. */
    Option[] options() {
        List<Option> options = new ArrayList<>();
        if (feature >= FOREIGN) {
            options.add(new VMOption("--enable-native-access=ALL-UNNAMED"));
        }
        if (feature >= 24) {
            options.add(new VMOption("--sun-misc-unsafe-memory-access=allow"));
        } else if (feature >= 18) {
            options.add(new VMOption("-Djava.security.manager=allow"));
        }
        return options.toArray(Option[]::new);
    }

    /** Has containers start with it: Pax Exam takes the Java that this property names. */
    void runs(Runnable exam) {
        String own = System.setProperty(HOME, home.toString());
        try {
            exam.run();
        } finally {
            System.setProperty(HOME, own);
        }
    }
}
