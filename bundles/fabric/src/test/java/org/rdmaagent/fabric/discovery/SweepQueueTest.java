// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulationSettings;

/** Who joins, who waits, who is refused, and how it all is ended. */
class SweepQueueTest {
    private static final SimulationSettings REAL = SimulationSettings.defaults();

    private final Topology truth = FatTrees.twoLevel(3, 2, 3, 1);

    @Test
    void whoever_asks_for_the_same_joins_and_whoever_asks_for_something_else_waits()
            throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, REAL.latencyNanos(2_000_000))) {
            List<SweepState> heard = new CopyOnWriteArrayList<>();
            service.fabric.bindListener(heard::add);
            CompletionStage<Topology> whole = service.begin(DiscoveryRequest.WHOLE);
            CompletionStage<Topology> part = service.begin(ServiceOnSim.part("0", 1));
            CompletionStage<Topology> samePart =
                    service.begin(ServiceOnSim.part(" 0 ", 1).by("java"));
            CompletionStage<Topology> other =
                    service.begin(ServiceOnSim.part("0", 1).by("libibnetdisc"));
            CompletionStage<Topology> sameWhole = service.begin(DiscoveryRequest.WHOLE);
            assertSame(ServiceOnSim.get(whole), ServiceOnSim.get(sameWhole));
            assertSame(ServiceOnSim.get(part), ServiceOnSim.get(samePart));
            assertEquals("libibnetdisc", ServiceOnSim.get(other).source());
            assertEquals(
                    List.of(truth.nodes().size(), 2, 2),
                    heard.stream()
                            .map(state -> state.result().orElseThrow().nodes().size())
                            .toList());
            assertEquals(
                    List.of(true, true, false), heard.stream().map(SweepState::running).toList());
        }
    }

    @Test
    void too_many_that_wait_are_refused_with_what_to_do() {
        try (ServiceOnSim service = new ServiceOnSim(truth, ServiceOnSim.SLOW)) {
            List<CompletionStage<Topology>> all = new ArrayList<>();
            for (int hops = 0; hops <= PortDiscovery.MAX_WAITING; hops++) {
                all.add(service.begin(ServiceOnSim.part("0", hops)));
            }
            RdmaException refusal =
                    assertThrows(
                            RdmaException.class, () -> service.begin(ServiceOnSim.part("0", 60)));
            assertEquals("EBUSY", refusal.errno().name());
            assertTrue(refusal.remedy().contains("cancel()"), refusal.remedy());
            all.add(service.begin(ServiceOnSim.part("0", 7))); // joins
            assertTrue(service.fabric.cancel(service.port));
            all.forEach(one -> assertEquals("ECANCELED", ServiceOnSim.failure(one).errno().name()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "libibnetdisc"})
    void cancel_ends_the_running_one_and_those_that_wait_and_leaves_the_result(String engine)
            throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, REAL)) {
            assertFalse(service.fabric.cancel(service.port));
            Topology older = service.discover(DiscoveryRequest.WHOLE);
            service.world.faults().roundTrip(TimeUnit.SECONDS.toNanos(2));
            DiscoveryRequest patient = DiscoveryRequest.WHOLE.by(engine).patient(60_000, 0);
            CompletionStage<Topology> running = service.begin(patient);
            CompletionStage<Topology> waiting = service.begin(ServiceOnSim.part("0", 3));
            long start = System.nanoTime();
            assertTrue(service.fabric.cancel(service.port));
            assertEquals("ECANCELED", ServiceOnSim.failure(waiting).errno().name());
            RdmaException ended = ServiceOnSim.failure(running);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            assertTrue(millis < 1000, "it took " + millis + " ms"); // 100 ms on an idle machine
            assertEquals("ECANCELED", ended.errno().name());
            assertTrue(ended.remedy().contains("cancelled"), ended.remedy());
            assertSame(older, service.fabric.state(service.port).topology());
            assertFalse(service.fabric.cancel(service.port));
        }
    }

    @Test
    void a_sweep_that_was_cancelled_is_not_joined_any_more() throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, ServiceOnSim.SLOW)) {
            CompletionStage<Topology> first = service.begin(DiscoveryRequest.WHOLE);
            service.fabric.cancel(service.port);
            service.world.faults().roundTrip(0);
            CompletionStage<Topology> second = service.begin(DiscoveryRequest.WHOLE);
            assertEquals("ECANCELED", ServiceOnSim.failure(first).errno().name());
            assertEquals(truth.nodes().size(), ServiceOnSim.get(second).nodes().size());
        }
    }

    @Test
    void destroy_forgets_the_part_and_the_whole_and_whatever_they_were_good_for() throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, REAL)) {
            service.discover(DiscoveryRequest.WHOLE);
            service.discover(ServiceOnSim.part("1", 0));
            assertEquals(
                    1, service.fabric.state(service.port).result().orElseThrow().nodes().size());
            assertEquals(
                    truth.nodes().size(),
                    service.fabric.wholeState(service.port).result().orElseThrow().nodes().size());
            service.fabric.destroy(service.port);
            assertNull(service.fabric.state(service.port).topology());
            assertNull(service.fabric.wholeState(service.port).topology());
            assertThrows(
                    IllegalStateException.class, () -> service.fabric.export(service.port, "json"));
            RdmaException unknown =
                    assertThrows(
                            RdmaException.class, () -> service.begin(ServiceOnSim.part("1", 0)));
            assertEquals("ENOENT", unknown.errno().name());
            Topology full = service.discover(DiscoveryRequest.confirm());
            assertFalse(full.statistics().orElseThrow().incremental());
        }
    }

    @Test
    void a_part_that_fails_leaves_the_whole_in_good_health() throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, REAL)) {
            service.discover(DiscoveryRequest.WHOLE);
            ServiceOnSim.failure(service.begin(ServiceOnSim.part("0,1,77", 1).patient(10, 0)));
            assertFalse(service.fabric.state(service.port).error().isEmpty());
            assertEquals("", service.fabric.wholeState(service.port).error());
            assertTrue(
                    new FabricHealth(service.fabric).check().text().contains("complete"),
                    new FabricHealth(service.fabric).check().text());
            service.discover(ServiceOnSim.part("0", 0));
            assertTrue(new FabricHealth(service.fabric).check().text().contains("14 nodes"));
        }
    }

    @Test
    void what_is_known_is_confirmed_also_after_a_part_was_swept() throws Exception {
        try (ServiceOnSim service = new ServiceOnSim(truth, REAL)) {
            Topology whole = service.discover(DiscoveryRequest.WHOLE);
            service.discover(ServiceOnSim.part("0", 1));
            Topology confirmed = service.discover(DiscoveryRequest.confirm());
            assertTrue(confirmed.statistics().orElseThrow().incremental());
            assertTrue(
                    confirmed.statistics().orElseThrow().smpsUsed()
                            < whole.statistics().orElseThrow().smpsUsed());
            Sweeping.assertSameSubnet(truth, confirmed);
            assertNotNull(service.fabric.wholeState(service.port).topology());
        }
    }
}
