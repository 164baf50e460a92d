// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.spi.MadTransport;

/** A discovery as the fabric service does it. */
public final class DiscoveryAttempt {
    private DiscoveryAttempt() {}

    /**
     * Discovers from a port, to the end.
     *
     * @throws org.rdmaagent.RdmaException as the service's caller gets it
     */
    public static Topology from(MadTransport transport, PortId port) {
        FabricDiscovery fabric = new FabricDiscovery(SweepSettings.DEFAULTS, Clock.systemUTC());
        fabric.bindTransport(transport, Map.of());
        try {
            return fabric.discover(port).toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        } finally {
            fabric.deactivate();
        }
    }
}
