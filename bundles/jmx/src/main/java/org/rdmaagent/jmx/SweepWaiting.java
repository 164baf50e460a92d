// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.rdmaagent.PortId;

/** Waits for what an operation has begun, but not for ever. */
final class SweepWaiting {
    private final PortId port;
    private final Supplier<Duration> patience;

    SweepWaiting(PortId port, Supplier<Duration> patience) {
        this.port = port;
        this.patience = patience;
    }

    /** The result, or its failure as one of the JDK's exceptions. */
    <T> T end(CompletionStage<T> begun) {
        Duration wait = patience.get();
        try {
            return begun.toCompletableFuture().get(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw WireSafe.translate(e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "the sweep from "
                            + port
                            + " still runs after "
                            + wait.toSeconds()
                            + " s and goes on: watch Running, end it by cancel(), or raise"
                            + " discoverWaitSeconds in org.rdmaagent.jmx.cfg");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted; the sweep from " + port + " goes on");
        }
    }
}
