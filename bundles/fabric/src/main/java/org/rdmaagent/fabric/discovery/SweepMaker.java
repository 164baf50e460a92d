// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;

/** Makes sweeps of what was asked and what is configured. For any thread. */
final class SweepMaker {
    private final Supplier<FabricSettings> settings;
    private final SweepAudience audience;
    private final SweepThreads threads;

    /**
     * A maker.
     *
     * @param settings asked when a sweep's turn has come
     * @param audience who hears of the sweeps
     * @param threads where they are noted
     */
    SweepMaker(Supplier<FabricSettings> settings, SweepAudience audience, SweepThreads threads) {
        this.settings = settings;
        this.audience = audience;
        this.threads = threads;
    }

    /** With the route and the engine that it comes to: two that agree in this are one sweep. */
    static DiscoveryRequest exact(DiscoveryRequest request, DirectedRoute route, String engine) {
        return new DiscoveryRequest(
                new NodeAddress.ByRoute(route),
                request.hops(),
                Optional.of(engine),
                request.timeoutMillis(),
                request.retries(),
                request.incremental());
    }

    /**
     * A sweep that has not begun.
     *
     * @param exact made by {@link #exact}
     */
    Sweep make(PortId port, DiscoveryRequest exact, FabricEngine engine, PortDiscovery discovery) {
        threads.tidy();
        SweepTrace trace = new SweepTrace(port, engine.name(), discovery.watch(), audience);
        Sweep sweep =
                new Sweep(
                        port,
                        exact,
                        engine,
                        () -> order(port, exact, discovery),
                        trace,
                        (ended, topology, failure) -> {
                            SweepState state = discovery.ended(ended, topology, failure);
                            SweepLog.ended(port, trace, topology, failure);
                            audience.swept(state);
                        });
        threads.add(sweep);
        return sweep;
    }

    private SweepOrder order(PortId port, DiscoveryRequest request, PortDiscovery discovery) {
        SweepSettings configured = settings.get().sweep();
        SweepSettings asked =
                new SweepSettings(
                        discovery.maxSmpsOnWire(configured.maxSmpsOnWire()),
                        request.timeoutMillis().orElse(configured.timeoutMillis()),
                        request.retries().orElse(configured.retries()),
                        configured.mKey());
        Topology known = request.incremental() ? seenFromHere(discovery.whole()) : null;
        DirectedRoute from = ((NodeAddress.ByRoute) request.from()).route();
        return new SweepOrder(port, asked, plan(from, request.hops(), known, discovery));
    }

    private static SweepPlan plan(
            DirectedRoute from,
            OptionalInt hops,
            @Nullable Topology known,
            PortDiscovery discovery) {
        return known == null
                ? new SweepPlan(from, hops, null)
                : SweepPlan.confirm(known, discovery.nextTurn());
    }

    /** A sweep that began elsewhere is no ground to confirm from here. */
    private static @Nullable Topology seenFromHere(@Nullable Topology whole) {
        boolean here =
                whole != null
                        && whole.statistics()
                                .map(SweepStatistics::from)
                                .filter(DirectedRoute.LOCAL::equals)
                                .isPresent();
        return here ? whole : null;
    }
}
