// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.FabricListener;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.mad.text.IbnetdiscoverReader;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.spi.ProviderProperties;

class FabricDiscoveryTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);
    private static final Map<String, Object> SIM =
            Map.of(ProviderProperties.PROVIDER, ProviderProperties.SIM);
    private static final SimulationSettings REAL_CLOCK = SimulationSettings.defaults();

    /** An answer takes so long that no test waits for the end of such a sweep. */
    private static final SimulationSettings SLOW = REAL_CLOCK.latencyNanos(30_000_000);

    private final Topology truth = FatTrees.twoLevel(3, 2, 3, 1);
    private final FabricDiscovery fabric =
            new FabricDiscovery(new SweepSettings(8, 200, 1), Sweeping.CLOCK);

    @AfterEach
    void stop() {
        fabric.deactivate();
        assertEquals(List.of(), sweepThreads());
    }

    @Test
    void a_sweep_gives_the_subnet_and_the_state_keeps_it() throws Exception {
        bind(SimulatedWorld.of(truth, REAL_CLOCK));
        assertEquals(List.of(PORT), fabric.ports());
        assertEquals(new SweepState(PORT, "sim", false, null, ""), fabric.state(PORT));
        Topology found = get(fabric.discover(PORT));
        Sweeping.assertSameSubnet(truth, found);
        assertEquals(new SweepState(PORT, "sim", false, found, ""), fabric.state(PORT));
    }

    @Test
    void a_second_caller_joins_the_sweep_that_runs() throws Exception {
        bind(SimulatedWorld.of(truth, REAL_CLOCK.latencyNanos(5_000_000)));
        List<SweepState> heard = new CopyOnWriteArrayList<>();
        fabric.bindListener(heard::add);
        CompletionStage<Topology> first = fabric.discover(PORT);
        CompletionStage<Topology> second = fabric.discover(PORT);
        assertTrue(fabric.state(PORT).running());
        assertEquals(List.of("rdma-sweep-mlx4_0/1"), sweepThreads());
        assertSame(get(first), get(second));
        assertEquals(1, heard.size());
        assertSame(get(first), heard.get(0).topology());
        assertFalse(heard.get(0).running());
    }

    @Test
    void no_caller_can_end_the_sweep_for_the_others() throws Exception {
        bind(SimulatedWorld.of(truth, REAL_CLOCK.latencyNanos(1_000_000)));
        CompletableFuture<Topology> mine = fabric.discover(PORT).toCompletableFuture();
        CompletionStage<Topology> theirs = fabric.discover(PORT);
        mine.cancel(true);
        assertEquals(truth.nodes().size(), get(theirs).nodes().size());
    }

    @Test
    void stopping_ends_a_running_sweep_at_once_and_says_so() {
        bind(SimulatedWorld.of(truth, SLOW));
        CompletionStage<Topology> running = fabric.discover(PORT);
        long start = System.nanoTime();
        fabric.deactivate();
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        assertTrue(millis < 500, "it took " + millis + " ms"); // 20 ms on an idle machine
        assertEquals(List.of(), sweepThreads());
        RdmaException error = failure(running);
        assertEquals("ECANCELED", error.errno().name());
        assertTrue(error.remedy().contains("stopping"), error.remedy());
        for (Executable late :
                List.<Executable>of(() -> fabric.discover(PORT), () -> fabric.state(PORT))) {
            RdmaException refusal = assertThrows(RdmaException.class, late);
            assertTrue(refusal.remedy().contains("stopping"), refusal.remedy());
        }
    }

    @Test
    void a_provider_that_leaves_ends_its_sweeps_and_a_new_one_takes_over() throws Exception {
        MadTransport old = bind(SimulatedWorld.of(truth, SLOW));
        CompletionStage<Topology> running = fabric.discover(PORT);
        bind(SimulatedWorld.of(truth, REAL_CLOCK));
        fabric.unbindTransport(old);
        assertEquals("ECANCELED", failure(running).errno().name());
        assertEquals(truth.nodes().size(), get(fabric.discover(PORT)).nodes().size());
    }

    @Test
    void without_a_provider_every_call_says_what_is_missing() {
        assertEquals(List.of(), fabric.ports());
        RdmaException error = assertThrows(RdmaException.class, () -> fabric.discover(PORT));
        assertEquals("ENODEV", error.errno().name());
        assertTrue(error.remedy().contains("libibumad"), error.remedy());
        assertTrue(error.remedy().contains("--provider sim"), error.remedy());
        assertThrows(RdmaException.class, () -> fabric.state(PORT));
        assertThrows(RdmaException.class, () -> fabric.maxSmpsOnWire(PORT));
        fabric.destroy(PORT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx5_7/1 there is no such port", "rxe0/1 an Ethernet port, which"})
    void a_port_that_cannot_sweep_is_refused_with_the_reason_and_the_choice(String row) {
        bind(SimulatedWorld.of(truth, REAL_CLOCK));
        String device = row.substring(0, row.indexOf('/'));
        String reason = row.substring(row.indexOf(' ') + 1);
        RdmaException error =
                assertThrows(RdmaException.class, () -> fabric.discover(new PortId(device, 1)));
        assertEquals("ENODEV", error.errno().name());
        assertTrue(error.remedy().contains(reason), error.remedy());
        assertTrue(error.remedy().contains("mlx4_0/1"), error.remedy());
    }

    @Test
    void a_failed_sweep_leaves_its_error_and_the_older_result() throws Exception {
        SimulatedWorld world = SimulatedWorld.of(truth, REAL_CLOCK);
        bind(world);
        Topology older = get(fabric.discover(PORT));
        world.faults().drop(truth.origin().orElseThrow(), -1, SmpAttribute.NODE_INFO);
        RdmaException error = failure(fabric.discover(PORT));
        assertEquals("ETIMEDOUT", error.errno().name());
        assertSame(older, fabric.state(PORT).topology());
        assertEquals(error.getMessage(), fabric.state(PORT).error());
        fabric.destroy(PORT);
        assertEquals(
                new SweepState(PORT, "sim", false, null, PortDiscovery.FORGOTTEN),
                fabric.state(PORT));
        fabric.destroy(PORT);
    }

    @Test
    void a_listener_that_fails_disturbs_nobody() throws Exception {
        bind(SimulatedWorld.of(truth, REAL_CLOCK));
        List<SweepState> heard = new CopyOnWriteArrayList<>();
        FabricListener failing =
                state -> {
                    throw new IllegalStateException("on purpose");
                };
        fabric.bindListener(failing);
        fabric.bindListener(heard::add);
        get(fabric.discover(PORT));
        assertEquals(1, heard.size());
    }

    @Test
    void the_window_of_a_port_can_be_set_and_tells_what_it_was() throws Exception {
        bind(SimulatedWorld.of(truth, REAL_CLOCK));
        assertEquals(8, fabric.maxSmpsOnWire(PORT));
        assertEquals(8, fabric.setMaxSmpsOnWire(PORT, 3));
        assertEquals(3, fabric.setMaxSmpsOnWire(PORT, 3));
        assertEquals(3, get(fabric.discover(PORT)).statistics().orElseThrow().maxOnWire());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1025, Integer.MAX_VALUE})
    void a_window_out_of_range_is_refused(int window) {
        bind(SimulatedWorld.of(truth, REAL_CLOCK));
        assertThrows(IllegalArgumentException.class, () -> fabric.setMaxSmpsOnWire(PORT, window));
        assertEquals(8, fabric.maxSmpsOnWire(PORT));
    }

    @Test
    void the_result_can_be_exported() throws Exception {
        bind(SimulatedWorld.of(truth, REAL_CLOCK));
        assertThrows(IllegalStateException.class, () -> fabric.export(PORT, "json"));
        get(fabric.discover(PORT));
        assertEquals(List.of("ibnetdiscover", "json"), fabric.exportFormats());
        String text = fabric.export(PORT, "ibnetdiscover");
        Topology again =
                IbnetdiscoverReader.read(
                        "export", text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertEquals(truth.links(), again.links());
        assertEquals(List.of(), again.problems());
        assertTrue(fabric.export(PORT, "json").startsWith("{\"source\":\"java\","));
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> fabric.export(PORT, "yaml"));
        assertTrue(Objects.requireNonNull(error.getMessage()).contains("ibnetdiscover"));
        assertEquals("java", fabric.engine());
        assertEquals(List.of("java"), fabric.engines());
    }

    private MadTransport bind(SimulatedWorld world) {
        MadTransport transport = world.madTransport();
        fabric.bindTransport(transport, SIM);
        return transport;
    }

    private static Topology get(CompletionStage<Topology> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private static RdmaException failure(CompletionStage<Topology> stage) {
        ExecutionException error = assertThrows(ExecutionException.class, () -> get(stage));
        return (RdmaException) Objects.requireNonNull(error.getCause());
    }

    private static List<String> sweepThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("rdma-sweep"))
                .sorted()
                .toList();
    }
}
