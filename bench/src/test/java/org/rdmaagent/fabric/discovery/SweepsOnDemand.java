// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.mad.text.IbnetdiscoverWriter;
import org.rdmaagent.spi.MadSession;

/**
 * Sweeps over libibumad in a JVM that stays: for each line of its input, a window and {@code full}
 * or {@code confirm}, one sweep, and a line of figures about it. The line {@code heap} is answered
 * by the bytes that the last result holds.
 */
public final class SweepsOnDemand {
    private static final long WAIT = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int TIMEOUT_MILLIS = 1000; // libibnetdisc's own
    private static final int RETRIES = 3;
    private static final int COLLECTIONS = 5;

    private final UmadTransport transport;
    private final PortId port;
    private @Nullable Topology last;
    private int turn;

    private SweepsOnDemand(UmadTransport transport) {
        this.transport = transport;
        this.port = transport.ports().get(0);
    }

    /** Runs until the input ends. */
    public static void main(String[] arguments) throws IOException {
        try (UmadTransport transport = new UmadTransport(new HostFiles());
                BufferedReader lines =
                        new BufferedReader(
                                new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            SweepsOnDemand sweeps = new SweepsOnDemand(transport);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(sweeps.answer(line.split(" ", -1)));
            }
        }
    }

    private String answer(String[] words) {
        if (words[0].equals("heap")) {
            return Long.toString(heldBytes());
        }
        Topology known = words[1].equals("confirm") ? last : null;
        SweepPlan plan = known == null ? SweepPlan.WHOLE : SweepPlan.confirm(known, turn++);
        SweepSettings settings =
                new SweepSettings(Integer.parseInt(words[0]), TIMEOUT_MILLIS, RETRIES);
        return measured(settings, plan);
    }

    /** From the closed port to the result in memory; then, apart from it, to the text. */
    private String measured(SweepSettings settings, SweepPlan plan) {
        last = null;
        long start = System.nanoTime();
        Topology topology = sweep(settings, plan);
        long swept = System.nanoTime();
        int characters = IbnetdiscoverWriter.write(topology).length();
        long written = System.nanoTime();
        if (characters == 0 || !topology.complete()) {
            throw new IllegalStateException("incomplete: " + topology.failedPaths());
        }
        last = topology;
        SweepStatistics statistics = topology.statistics().orElseThrow();
        return String.join(
                " ",
                Long.toString(swept - start),
                Long.toString(written - start),
                Integer.toString(topology.nodes().size()),
                Integer.toString(topology.links().size()),
                Long.toString(statistics.smpsUsed()),
                Long.toString(statistics.retries()));
    }

    private Topology sweep(SweepSettings settings, SweepPlan plan) {
        try (MadSession session = transport.open(port)) {
            DiscoveryEngine engine =
                    new DiscoveryEngine(session, settings, plan, Clock.systemUTC());
            boolean more = true;
            while (more) {
                more = engine.doWork(WAIT);
            }
            return engine.topology();
        }
    }

    /** What is reachable with the last result, less what is reachable without it. */
    private long heldBytes() {
        long with = reachableBytes();
        last = null;
        return with - reachableBytes();
    }

    private static long reachableBytes() {
        long least = Long.MAX_VALUE;
        for (int collection = 0; collection < COLLECTIONS; collection++) {
            ManagementFactory.getMemoryMXBean().gc();
            least =
                    Math.min(
                            least,
                            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
