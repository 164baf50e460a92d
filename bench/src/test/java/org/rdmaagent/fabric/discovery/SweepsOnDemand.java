// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.mad.text.IbnetdiscoverWriter;
import org.rdmaagent.spi.MadSession;

/**
 * Sweeps over libibumad in a JVM that stays: for each window on a line of its input one sweep, and
 * a line of figures about it.
 */
public final class SweepsOnDemand {
    private static final long WAIT = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int TIMEOUT_MILLIS = 1000; // libibnetdisc's own
    private static final int RETRIES = 3;

    private SweepsOnDemand() {}

    /** Runs until the input ends. */
    public static void main(String[] arguments) throws IOException {
        try (UmadTransport transport = new UmadTransport(new HostFiles());
                BufferedReader lines =
                        new BufferedReader(
                                new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            PortId port = transport.ports().get(0);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int window = Integer.parseInt(line);
                System.out.println(
                        measured(
                                transport,
                                port,
                                new SweepSettings(window, TIMEOUT_MILLIS, RETRIES)));
            }
        }
    }

    /** From the closed port to the result in memory; then, apart from it, to the text. */
    private static String measured(UmadTransport transport, PortId port, SweepSettings settings) {
        long start = System.nanoTime();
        Topology topology;
        try (MadSession session = transport.open(port)) {
            DiscoveryEngine engine =
                    new DiscoveryEngine(session, settings, Clock.systemUTC(), SweepProgress.NONE);
            boolean more = true;
            while (more) {
                more = engine.doWork(WAIT);
            }
            topology = engine.topology();
        }
        long swept = System.nanoTime();
        int characters = IbnetdiscoverWriter.write(topology).length();
        long written = System.nanoTime();
        if (characters == 0 || !topology.complete()) {
            throw new IllegalStateException("incomplete: " + topology.failedPaths());
        }
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
}
