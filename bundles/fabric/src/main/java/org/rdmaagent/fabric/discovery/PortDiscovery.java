// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;

/** What is kept of a port: its result, its running sweep, its window. For any thread. */
final class PortDiscovery {
    private final PortId port;
    private @Nullable Sweep running;
    private @Nullable Topology topology;
    private String error = "";
    private String provider = "";
    private int ownMaxSmpsOnWire;

    PortDiscovery(PortId port) {
        this.port = port;
    }

    /** The sweep that runs, or the one that is made and started now. */
    synchronized Sweep join(String sweepsProvider, Supplier<Sweep> made) {
        Sweep sweep = running;
        if (sweep == null) {
            sweep = made.get();
            running = sweep;
            provider = sweepsProvider;
            sweep.start();
        }
        return sweep;
    }

    /** Notes how the running sweep ended. */
    synchronized SweepState ended(@Nullable Topology result, @Nullable RdmaException failure) {
        running = null;
        if (result != null) {
            topology = result;
        }
        error = failure == null ? "" : String.valueOf(failure.getMessage());
        return state(provider);
    }

    /**
     * How it stands.
     *
     * @param current the provider there is now, told if no sweep has run yet
     */
    synchronized SweepState state(String current) {
        return new SweepState(
                port, provider.isEmpty() ? current : provider, running != null, topology, error);
    }

    synchronized void forget() {
        topology = null;
        error = "";
    }

    synchronized int maxSmpsOnWire(int configured) {
        return ownMaxSmpsOnWire == 0 ? configured : ownMaxSmpsOnWire;
    }

    synchronized int setMaxSmpsOnWire(int smps, int configured) {
        int previous = maxSmpsOnWire(configured);
        ownMaxSmpsOnWire = smps;
        return previous;
    }
}
