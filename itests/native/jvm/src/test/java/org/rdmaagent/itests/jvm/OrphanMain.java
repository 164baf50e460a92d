// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.jna.netdisc.ChildFabricLibrary;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanRequest;

/** Starts a scan, tells the process that it runs in, and waits to be killed in the middle of it. */
public final class OrphanMain {
    private OrphanMain() {}

    /**
     * Runs.
     *
     * @param arguments a folder; whether the scan's process is to be stopped
     */
    public static void main(String[] arguments) throws IOException {
        try (UmadTransport transport = new UmadTransport(new HostFiles());
                ChildFabricLibrary library =
                        new ChildFabricLibrary(transport, Path.of(arguments[0]))) {
            FabricScanRequest request =
                    new FabricScanRequest(
                            transport.ports().get(0),
                            DirectedRoute.LOCAL,
                            0,
                            4,
                            1000,
                            3,
                            0,
                            true,
                            0,
                            Duration.ofMinutes(2));
            boolean stopped = Boolean.parseBoolean(arguments[1]);
            try (FabricScan scan = library.scan(request, line -> tell(stopped))) {
                scan.result().toCompletableFuture().join();
            }
        }
    }

    private static void tell(boolean stopped) {
        long child = Signals.onlyChild();
        if (stopped) {
            Signals.send(child, Signals.SIGSTOP);
        }
        System.out.println("child=" + child);
        try {
            Thread.currentThread().join(); // for ever: it waits for itself
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
