// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DiscoveryProgress;
import org.rdmaagent.fabric.FabricListener;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.spi.MadSession;

/** Where answers take 500 us, on the world's virtual clock: somebody who watches sees it move. */
class SlowFabricProgressTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);
    private static final long LOOK_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long PROMISED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Topology truth = FatTrees.twoLevel(40, 20, 20, 1);
    private final SimulatedWorld world =
            SimulatedWorld.of(truth, Sweeping.VIRTUAL.latencyNanos(500_000));
    private final List<DiscoveryProgress> reports = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_sweep_that_runs_sends_more_from_each_report_to_the_next(int window) {
        SweepSettings settings = new SweepSettings(window, 1000, 1);
        Topology found = sweep(new SweepOrder(PORT, settings, SweepPlan.WHOLE));
        assertEquals(truth.links(), found.links());
        assertTrue(reports.size() > 4, reports.toString());
        for (int i = 1; i < reports.size(); i++) {
            DiscoveryProgress before = reports.get(i - 1);
            DiscoveryProgress report = reports.get(i);
            String both = before + " then " + report;
            assertTrue(report.elapsedNanos() - before.elapsedNanos() <= PROMISED_NANOS, both);
            assertTrue(report.nodes() >= before.nodes(), both);
            assertTrue(report.links() >= before.links(), both);
            assertTrue(report.ended() || report.smpsUsed() > before.smpsUsed(), both);
        }
        DiscoveryProgress last = reports.get(reports.size() - 1);
        assertTrue(last.ended());
        assertEquals(found.statistics().orElseThrow().smpsUsed(), last.smpsUsed());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16})
    void what_was_sent_counts_before_it_is_answered(int window) {
        world.faults().lossEverywhere(1_000_000);
        SweepSettings settings = new SweepSettings(window, 1000, 3);
        SweepOrder order = new SweepOrder(PORT, settings, SweepPlan.WHOLE);
        try (MadSession clock = Sweeping.open(world)) {
            SweepTrace trace = trace(clock);
            EngineRun run =
                    new JavaEngine(world.madTransport(), Sweeping.CLOCK).begin(order, trace);
            run.doWork(LOOK_UP_NANOS);
            run.close();
            trace.ended();
            assertEquals(1, reports.get(0).smpsUsed());
            assertEquals(0, reports.get(0).nodes());
        }
    }

    private Topology sweep(SweepOrder order) {
        try (MadSession clock = Sweeping.open(world)) {
            SweepTrace trace = trace(clock);
            EngineRun run =
                    new JavaEngine(world.madTransport(), Sweeping.CLOCK).begin(order, trace);
            boolean more = true;
            while (more) {
                trace.tick();
                more = run.doWork(LOOK_UP_NANOS);
            }
            Topology found = run.topology();
            run.close();
            trace.found(found);
            trace.ended();
            return found;
        }
    }

    private SweepTrace trace(MadSession clock) {
        SweepAudience audience = new SweepAudience(line -> {});
        audience.add(
                new FabricListener() {
                    @Override
                    public void swept(SweepState state) {}

                    @Override
                    public void progressed(DiscoveryProgress progress) {
                        reports.add(progress);
                    }
                });
        SweepWatch watch = new SweepWatch();
        watch.showProgress(true);
        SweepTrace trace =
                new SweepTrace(PORT, DiscoveryEngine.NAME, watch, audience, clock::nanoTime);
        trace.begin();
        return trace;
    }
}
