// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.ops4j.pax.exam.CoreOptions.environment;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.editConfigurationFilePut;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.OptionUtils;
import org.ops4j.pax.exam.options.extra.VMOption;

/** How Pax Exam runs our tar.gz on the emulated device. Outside of the container. */
final class CardDistribution {
    private static final String QUEUE_PAIR = "org.rdmaagent.verbs.qp-";
    private static final String LOOP = "org.rdmaagent.dataplane.loop-";
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

    /** Whether there is a folder in the distribution's own repository. */
    static boolean holds(String folder) {
        try {
            Process list =
                    new ProcessBuilder("tar", "tzf", System.getProperty("rdma.distribution"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try (Stream<String> names = list.inputReader(StandardCharsets.UTF_8).lines()) {
                return names.filter(name -> name.contains("/system/" + folder)).count() > 0;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /**
     * For each port a queue pair feed that it can poll, and a loop fast that does; all named after
     * it.
     *
     * @param tests whose container it is
     * @param buffers of each ring
     */
    static Option[] lanes(Class<?> tests, int buffers, List<LoopPort> ports) {
        Option[] all = OptionUtils.combine(emulated(), ContainerJava.of(tests).options());
        for (LoopPort port : ports) {
            all = OptionUtils.combine(all, queuePair("feed", buffers, port));
            all = OptionUtils.combine(all, loop("fast", List.of("feed"), port));
        }
        return all;
    }

    /** A file {@code etc/org.rdmaagent.verbs.qp-NAME.cfg}. */
    static Option[] queuePair(String name, int buffers) {
        return file(
                QUEUE_PAIR + name,
                Map.of(
                        "device", "mlx4_0",
                        "maxRecvWr", Integer.toString(buffers),
                        "receiveBytes", "64"));
    }

    /** The same that can be polled by a port: Java reads a queue that nothing sent reports to. */
    static Option[] queuePair(String name, int buffers, LoopPort port) {
        String pair = port.named(name);
        Option[] options = queuePair(pair, buffers);
        return port == LoopPort.DIRECT
                ? OptionUtils.combine(
                        options,
                        file(QUEUE_PAIR + pair, Map.of("sendCompletionQueue", pair + "_sends")))
                : options;
    }

    /** A file {@code etc/org.rdmaagent.dataplane.loop-NAME.cfg}. */
    static Option[] loop(String name, String queues) {
        return file(LOOP + name, Map.of("queues", queues, "batchSize", "64", "idle", "backoff"));
    }

    /** The same by a port; queues and loop are named after it. */
    static Option[] loop(String name, List<String> queues, LoopPort port) {
        String all = queues.stream().map(port::named).collect(Collectors.joining(", "));
        return OptionUtils.combine(
                loop(port.named(name), all),
                file(LOOP + port.named(name), Map.of("port", port.text())));
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
