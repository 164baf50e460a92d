// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.ops4j.pax.exam.CoreOptions.environment;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.editConfigurationFilePut;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.OptionUtils;
import org.ops4j.pax.exam.options.extra.VMOption;

/** How Pax Exam runs our tar.gz on the emulated device. Outside of the container. */
final class CardDistribution {
    private static final Path EMULATOR = Path.of(System.getProperty("rdma.mlx4emu", "."));

    private CardDistribution() {}

    /** What the emulated device needs and this machine has not; empty if it has it all. */
    static String missing() {
        if (!Files.isReadable(Path.of("/usr/include/infiniband/verbs.h"))) {
            return "verbs.h is missing: apt-get install libibverbs-dev";
        }
        for (String program : new String[] {"gcc", "make"}) {
            if (!Files.isExecutable(Path.of("/usr/bin", program))) {
                return program + " is missing: apt-get install " + program;
            }
        }
        return "";
    }

    /** The agent as an operator starts it for hardware, with memory as the product has it. */
    static Option[] emulated() {
        run("make", "-s", "-C", EMULATOR.toString());
        Path library = EMULATOR.resolve("target/libmlx4emu.so").toAbsolutePath().normalize();
        Path fifo = fifo();
        return OptionUtils.combine(
                Distribution.simulated(),
                environment("LD_PRELOAD=" + library),
                environment("MLX4EMU_CONTROL=" + fifo),
                systemProperty("rdma.card").value(fifo.toString()),
                systemProperty("rdma.figures").value(System.getProperty("rdma.figures", ".")),
                // Of two the JVM takes the last.
                new VMOption("-Drdma.provider.mode=native"),
                new VMOption("-Xmx512m"),
                new VMOption("-XX:+UseSerialGC"));
    }

    /** A file {@code etc/org.rdmaagent.verbs.qp-NAME.cfg}. */
    static Option[] queuePair(String name, int buffers) {
        return file(
                "org.rdmaagent.verbs.qp-" + name,
                Map.of(
                        "device", "mlx4_0",
                        "maxRecvWr", Integer.toString(buffers),
                        "receiveBytes", "64"));
    }

    /** A file {@code etc/org.rdmaagent.dataplane.loop-NAME.cfg}. */
    static Option[] loop(String name, String queues) {
        return file(
                "org.rdmaagent.dataplane.loop-" + name,
                Map.of("queues", queues, "batchSize", "64", "idle", "backoff"));
    }

    /** A file {@code etc/org.rdmaagent.mlx4-NAME.cfg}. */
    static Option[] allocator(String name, String contexts, String allocator) {
        return file(
                "org.rdmaagent.mlx4-" + name,
                Map.of(
                        "device",
                        "mlx4_0",
                        "contexts",
                        contexts,
                        "regionBytes",
                        "16777216",
                        "allocator",
                        allocator));
    }

    private static Option[] file(String pid, Map<String, String> keys) {
        return keys.entrySet().stream()
                .map(
                        key ->
                                editConfigurationFilePut(
                                        "etc/" + pid + ".cfg", key.getKey(), key.getValue()))
                .toArray(Option[]::new);
    }

    private static Path fifo() {
        try {
            Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "card");
            Path fifo = folder.resolve("control");
            run("mkfifo", fifo.toString());
            return fifo;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!process.waitFor(3, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
