// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.mad.text.IbnetdiscoverWriter;
import org.rdmaagent.spi.MadSession;

/** A sweep over libibumad, in a JVM of its own: writes the topology to the file that is named. */
public final class SweepMain {
    private static final long WAIT = TimeUnit.MILLISECONDS.toNanos(100);

    private SweepMain() {}

    /**
     * Runs.
     *
     * @param arguments the file; time-out in milliseconds; how many sweeps
     */
    public static void main(String[] arguments) throws IOException {
        try (UmadTransport transport = new UmadTransport(new HostFiles())) {
            System.out.println("ports=" + transport.ports());
            PortId port = transport.ports().get(0);
            SweepSettings settings = new SweepSettings(16, Integer.parseInt(arguments[1]), 2);
            for (int sweep = 0; sweep < Integer.parseInt(arguments[2]); sweep++) {
                try (MadSession session = transport.open(port)) {
                    Topology topology = sweep(session, settings);
                    Files.writeString(Path.of(arguments[0]), IbnetdiscoverWriter.write(topology));
                    print(topology);
                }
            }
        } catch (RdmaException e) {
            System.out.println("refused=" + e.getMessage());
        }
    }

    private static Topology sweep(MadSession session, SweepSettings settings) {
        DiscoveryEngine engine =
                new DiscoveryEngine(session, settings, SweepPlan.WHOLE, Clock.systemUTC());
        boolean told = false;
        while (engine.doWork(WAIT)) {
            if (!told) {
                System.out.println("sweeping=true");
                told = true;
            }
        }
        return engine.topology();
    }

    private static void print(Topology topology) {
        System.out.println("complete=" + topology.complete());
        System.out.println(
                "files=" + Objects.requireNonNull(new File("/proc/self/fd").list()).length);
        System.out.println(
                "millis=" + topology.statistics().orElseThrow().sweepNanos() / 1_000_000);
        for (FailedPath path : topology.failedPaths()) {
            System.out.println("failed " + path);
        }
        topology.problems().forEach(problem -> System.out.println("problem " + problem));
    }
}
