// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the framework's caches still hold of files that are gone from the home. In doubt
 * nothing is a leftover: a file that cannot be looked at counts as being there.
 */
final class Leftovers {
    private static final String OURS = "org.rdmaagent.";

    private final Path deploy;
    private final Set<String> settings;

    private Leftovers(Path deploy, Set<String> settings) {
        this.deploy = deploy;
        this.settings = settings;
    }

    /**
     * Reads which files a home has now.
     *
     * @param etc the folder of the settings
     * @param deploy the folder that jars are dropped into
     * @throws IOException if the settings cannot be listed
     */
    static Leftovers of(Path etc, Path deploy) throws IOException {
        try (Stream<Path> files = Files.list(etc)) {
            return new Leftovers(
                    deploy.toAbsolutePath().normalize(),
                    files.map(Leftovers::pid).collect(Collectors.toSet()));
        }
    }

    /**
     * The file, now gone, that one of our configurations came from. File Install leaves the old
     * address in a configuration whose text did not change, after a home was moved or {@code .cfg}
     * became {@code .config}: so any file of the same PID in the settings keeps it.
     *
     * @param pid its PID, that of its factory included
     * @param address the {@code file:} URI which File Install noted, if any
     */
    Optional<Path> ofConfiguration(String pid, @Nullable Object address) {
        if (!pid.startsWith(OURS) || address == null) {
            return Optional.empty();
        }
        return file(address.toString())
                .filter(Files::notExists)
                .filter(file -> !settings.contains(pid(file)));
    }

    /**
     * The jar, now gone from the deploy folder, that a bundle came from.
     *
     * @param location where the framework has it from
     */
    Optional<Path> ofBundle(String location) {
        return file(location).filter(file -> file.startsWith(deploy)).filter(Files::notExists);
    }

    /** File Install takes {@code pid-name.cfg} and {@code pid~name.config} for the same. */
    private static String pid(Path file) {
        String name = file.getFileName() == null ? "" : file.getFileName().toString();
        return name.replaceFirst("\\.(cfg|config|json)$", "").replace('~', '-');
    }

    private static Optional<Path> file(String address) {
        if (!address.startsWith("file:/")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(URI.create(address)).normalize());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not an address that File Install writes
        }
    }
}
