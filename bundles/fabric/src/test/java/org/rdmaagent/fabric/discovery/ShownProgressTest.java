// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DiscoveryProgress;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.FabricListener;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulationSettings;

/** What a sweep tells while it runs, and that it stops to when nobody wants to know any more. */
class ShownProgressTest {
    private static final String KEY = "1122334455667788";
    private static final PortId PORT = new PortId("mlx4_0", 1);

    /** Some 700 SMPs, 16 at a time, 5 ms each. */
    private final Topology truth = FatTrees.twoLevel(8, 4, 6, 1);

    private final SimulationSettings unhurried =
            SimulationSettings.defaults().latencyNanos(5_000_000);

    private static final class Listener implements FabricListener {
        final BlockingQueue<DiscoveryProgress> reports = new LinkedBlockingQueue<>();
        final List<SweepState> ends = new ArrayList<>();

        @Override
        public void swept(SweepState state) {
            ends.add(state);
        }

        @Override
        public void progressed(DiscoveryProgress progress) {
            assertEquals(List.of(), ends, "the last report comes before the end is told");
            reports.add(progress);
        }

        DiscoveryProgress next() throws InterruptedException {
            DiscoveryProgress next = reports.poll(20, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no report");
            }
            return next;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "libibnetdisc"})
    void progress_is_told_in_order_and_its_end_is_the_result(String engine) throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, unhurried)) {
            Listener listener = new Listener();
            service.fabric.bindListener(listener);
            assertFalse(service.fabric.showProgress(service.port, true));
            Topology found = service.discover(DiscoveryRequest.WHOLE.by(engine));
            List<DiscoveryProgress> reports = List.copyOf(listener.reports);
            assertTrue(reports.size() > 2, reports.toString());
            for (int i = 0; i < reports.size(); i++) {
                DiscoveryProgress report = reports.get(i);
                assertEquals(i + 1, report.sequence());
                assertEquals(engine, report.engine());
                assertEquals(i == reports.size() - 1, report.ended());
                if (i > 0) {
                    DiscoveryProgress before = reports.get(i - 1);
                    assertTrue(report.nodes() >= before.nodes());
                    assertTrue(report.links() >= before.links());
                    assertTrue(report.smpsUsed() >= before.smpsUsed());
                    assertTrue(report.elapsedNanos() >= before.elapsedNanos());
                }
            }
            DiscoveryProgress middle = reports.get(reports.size() / 2);
            assertTrue(middle.nodes() > 0 && middle.nodes() <= truth.nodes().size());
            DiscoveryProgress last = reports.get(reports.size() - 1);
            assertEquals(truth.nodes().size(), last.nodes());
            assertEquals(truth.links().size(), last.links());
            assertEquals(found.statistics().orElseThrow().smpsUsed(), last.smpsUsed());
            assertTrue(service.log.stream().anyMatch(line -> line.contains(" nodes, ")));
        }
    }

    @Test
    void progress_can_be_turned_on_and_off_in_the_middle_of_a_sweep() throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, ServiceOnSim.SLOW)) {
            Listener listener = new Listener();
            service.fabric.bindListener(listener);
            CompletionStage<Topology> running = service.begin(DiscoveryRequest.WHOLE);
            assertFalse(service.fabric.showProgress(service.port, true));
            assertFalse(listener.next().ended());
            assertTrue(service.fabric.showProgress(service.port, false));
            assertFalse(service.fabric.progressShown(service.port));
            service.fabric.cancel(service.port);
            ServiceOnSim.failure(running);
            assertFalse(listener.reports.stream().anyMatch(DiscoveryProgress::ended));
        }
    }

    @Test
    void a_report_comes_four_times_a_second_and_none_unasked() {
        AtomicLong nanos = new AtomicLong();
        Listener listener = new Listener();
        SweepAudience audience = new SweepAudience(line -> {});
        audience.add(listener);
        SweepWatch watch = new SweepWatch();
        SweepTrace trace = new SweepTrace(PORT, "java", watch, audience, nanos::get);
        trace.begin();
        trace.tick();
        assertEquals(0, listener.reports.size());
        watch.showProgress(true);
        for (int step = 0; step < 500; step++) { // of 20 ms each
            trace.tick();
            nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(20));
        }
        List<DiscoveryProgress> reports = List.copyOf(listener.reports);
        assertEquals(0, reports.get(0).elapsedNanos());
        for (int i = 1; i < reports.size(); i++) {
            long gap = reports.get(i).elapsedNanos() - reports.get(i - 1).elapsedNanos();
            assertTrue(gap <= TimeUnit.MILLISECONDS.toNanos(250), "gap " + gap);
        }
        assertTrue(reports.size() <= 51, "not more than needed: " + reports.size());
    }

    @Test
    void what_was_told_is_not_taken_back() {
        Listener listener = new Listener();
        SweepAudience audience = new SweepAudience(line -> {});
        audience.add(listener);
        SweepWatch watch = new SweepWatch();
        watch.showProgress(true);
        SweepTrace trace = new SweepTrace(PORT, "java", watch, audience, () -> 7);
        trace.begin();
        trace.soFar(10, 9, 50);
        trace.soFar(10, 8, 51);
        trace.ended();
        assertEquals(9, listener.reports.remove().links());
    }

    @Test
    void debugging_writes_steps_then_packets_then_nothing() throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, SimulationSettings.defaults())) {
            service.discover(DiscoveryRequest.WHOLE);
            assertEquals(List.of(), service.log);
            assertEquals(0, service.fabric.debug(service.port, 1));
            service.discover(ServiceOnSim.part("0", 1));
            assertTrue(
                    service.log.get(0).contains("begins, within 1 hops of 0"), service.log.get(0));
            assertFalse(service.log.stream().anyMatch(line -> line.contains("asks")));
            assertEquals(1, service.fabric.debug(service.port, 2));
            Topology found = service.discover(DiscoveryRequest.WHOLE);
            long asked = service.log.stream().filter(line -> line.contains(" asks ")).count();
            assertEquals(found.statistics().orElseThrow().smpsUsed(), asked);
            assertEquals(2, service.fabric.debug(service.port, 0));
            service.log.clear();
            service.discover(DiscoveryRequest.WHOLE);
            assertEquals(List.of(), service.log);
            assertEquals(0, service.fabric.debugLevel(service.port));
        }
    }

    @Test
    void debugging_counts_for_a_sweep_that_runs_too() throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, unhurried)) {
            CompletionStage<Topology> running = service.begin(DiscoveryRequest.WHOLE);
            service.fabric.debug(service.port, 2);
            ServiceOnSim.get(running);
            assertTrue(service.log.stream().anyMatch(line -> line.contains(" hears ")));
        }
    }

    @Test
    void the_library_has_its_say_as_long_as_it_is_wanted() throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, SimulationSettings.defaults())) {
            service.fabric.debug(service.port, 1);
            service.discover(DiscoveryRequest.WHOLE.by("libibnetdisc"));
            assertTrue(service.log.stream().anyMatch(line -> line.contains("by libibnetdisc: ")));
            assertTrue(service.log.size() > truth.nodes().size());
        }
    }

    @Test
    void a_level_that_there_is_not_is_refused() {
        try (ServiceOnSim service = new ServiceOnSim(truth, SimulationSettings.defaults())) {
            for (int level : new int[] {-1, 3, Integer.MAX_VALUE}) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> service.fabric.debug(service.port, level));
            }
            assertEquals(0, service.fabric.debugLevel(service.port));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "libibnetdisc"})
    void an_m_key_is_in_no_line(String engine) throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, SimulationSettings.defaults())) {
            SweepSettings secret =
                    new SweepSettings(16, 200, 1, FabricSettings.managementKey("0x" + KEY));
            service.fabric.configure(FabricSettings.of(secret));
            service.fabric.debug(service.port, 2);
            service.fabric.showProgress(service.port, true);
            Topology found = service.discover(DiscoveryRequest.WHOLE.by(engine));
            String everything =
                    service.log
                            + service.fabric.state(service.port).toString()
                            + found.problems()
                            + FabricSettings.of(secret)
                            + service.fabric.export(service.port, "json");
            long decimal = Long.parseLong(KEY, 16);
            assertFalse(everything.contains(KEY), everything);
            assertFalse(everything.contains(Long.toString(decimal)), everything);
        }
    }
}
