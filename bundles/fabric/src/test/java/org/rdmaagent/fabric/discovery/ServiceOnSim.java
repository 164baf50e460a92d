// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.ProviderProperties;

/** The service over a simulated world, with both engines. */
final class ServiceOnSim implements AutoCloseable {
    /** An answer takes so long that no test waits for the end of such a sweep. */
    static final SimulationSettings SLOW =
            SimulationSettings.defaults().latencyNanos(TimeUnit.MILLISECONDS.toNanos(30));

    final List<String> log = new CopyOnWriteArrayList<>();
    final FabricDiscovery fabric =
            new FabricDiscovery(
                    FabricSettings.of(new SweepSettings(16, 200, 1)), Sweeping.CLOCK, log::add);
    final SimulatedWorld world;
    final PortId port;

    ServiceOnSim(Topology truth, SimulationSettings settings) {
        this(SimulatedWorld.of(truth, settings));
    }

    ServiceOnSim(SimulatedWorld world) {
        this.world = world;
        fabric.bindTransport(
                world.madTransport(), Map.of(ProviderProperties.PROVIDER, ProviderProperties.SIM));
        fabric.bindLibrary(world.fabricLibrary());
        port = fabric.ports().get(0);
    }

    CompletionStage<Topology> begin(DiscoveryRequest request) {
        return fabric.discover(port, request);
    }

    Topology discover(DiscoveryRequest request) throws Exception {
        return get(begin(request));
    }

    /** A part, by the text that an operator would give. */
    static DiscoveryRequest part(String from, int hops) {
        return DiscoveryRequest.part(NodeAddress.parse(from), hops);
    }

    static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    static RdmaException failure(CompletionStage<?> stage) {
        ExecutionException error = assertThrows(ExecutionException.class, () -> get(stage));
        return (RdmaException) Objects.requireNonNull(error.getCause());
    }

    @Override
    public void close() {
        fabric.deactivate();
    }
}
