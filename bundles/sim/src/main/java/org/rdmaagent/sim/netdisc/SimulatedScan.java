// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.netdisc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.spi.ScannedFabric;

/**
 * A scan on a thread of its own, which owns the session; {@link #close} and {@link #result} are for
 * any thread. The session is closed before the result is there.
 */
final class SimulatedScan implements FabricScan, Runnable {
    private static final int ECANCELED = 125;

    private final MadSession session;
    private final FabricScanRequest request;
    private final LibraryLines lines;
    private final Consumer<SimulatedScan> ended;
    private final CompletableFuture<ScannedFabric> result = new CompletableFuture<>();

    /**
     * Runs when it is started.
     *
     * @param ended told when it is over, before the result is there
     */
    SimulatedScan(
            MadSession session,
            FabricScanRequest request,
            LibraryLines lines,
            Consumer<SimulatedScan> ended) {
        this.session = session;
        this.request = request;
        this.lines = lines;
        this.ended = ended;
    }

    void start() {
        Thread thread = new Thread(this, "sim-libibnetdisc-" + request.port());
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            ScannedFabric fabric = scan();
            result.complete(fabric);
        } catch (RuntimeException | Error e) {
            // Also what the listener throws; after a close it changes nothing.
            result.completeExceptionally(e);
        }
    }

    private ScannedFabric scan() {
        try (session) {
            return new LibraryScan(session, request, lines).run();
        } finally {
            ended.accept(this);
        }
    }

    @Override
    public CompletionStage<ScannedFabric> result() {
        return result;
    }

    @Override
    public boolean isOpen() {
        return !result.isDone();
    }

    @Override
    public void close() {
        result.completeExceptionally(
                new RdmaException(
                        "ibnd_discover_fabric",
                        Errno.of(ECANCELED),
                        request.port().toString(),
                        "the scan was closed before its end; start another one"));
        session.close();
    }
}
