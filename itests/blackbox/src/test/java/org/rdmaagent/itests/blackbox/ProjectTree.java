// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Where things are on this machine. */
final class ProjectTree {
    private static final int LEAST_PORT = 10_240;

    /** Where net.ipv4.ip_local_port_range of Linux begins. */
    private static final int EPHEMERAL_PORTS = 32_768;

    private ProjectTree() {}

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("build-rules/forbidden.txt"))) {
            folder = Optional.ofNullable(folder.getParent()).orElseThrow();
        }
        return folder;
    }

    /** The recorded topologies of real fabrics; they are not part of the project. */
    static List<Path> corpusTopologies() throws IOException {
        String named = System.getenv("RDMA_AGENT_CORPUS");
        Path corpus = named == null ? root().resolve("../shared/corpus") : Path.of(named);
        if (!Files.isDirectory(corpus)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(corpus)) {
            return files.filter(file -> file.toString().endsWith(".topo")).sorted().toList();
        }
    }

    /** Homes of JVMs of at least a version, beside the one that runs the tests. */
    static List<Path> javaHomes(int atLeast) throws IOException {
        Path folder = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> homes = Files.list(folder)) {
            return homes.filter(home -> !Files.isSymbolicLink(home))
                    .filter(home -> version(home) >= atLeast)
                    .sorted()
                    .toList();
        }
    }

    private static int version(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll("[^0-9.]", "").split("\\.", 2)[0])
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0; // not a JVM's home
        }
    }

    /**
     * A port that nobody listens on, and that the kernel gives to nobody by itself: it is bound
     * much later.
     */
    static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LEAST_PORT, EPHEMERAL_PORTS);
            try (ServerSocket socket =
                    new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Somebody has it: the next one.
            }
        }
    }
}
