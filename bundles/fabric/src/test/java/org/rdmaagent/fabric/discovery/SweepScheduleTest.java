// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.FabricLibrary;

class SweepScheduleTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);
    private static final long START = Long.MAX_VALUE - 5; // nanoTime may wrap around

    private final SimulatedWorld world =
            SimulatedWorld.of(FatTrees.twoLevel(2, 1, 2, 1), SimulationSettings.defaults());
    private final FabricDiscovery fabric =
            new FabricDiscovery(new SweepSettings(8, 50, 0), Sweeping.CLOCK);
    private final Semaphore sweeps = new Semaphore(0);

    SweepScheduleTest() {
        fabric.bindListener(state -> sweeps.release());
    }

    @AfterEach
    void stop() {
        fabric.deactivate();
    }

    @Test
    void the_gate_opens_when_the_first_sweep_has_ended() throws Exception {
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(true, 0), START);
        schedule.doWork(START);
        assertFalse(schedule.open());
        fabric.bindTransport(world.madTransport(), Map.of());
        schedule.doWork(at(1));
        assertFalse(schedule.open());
        awaitSweep();
        schedule.doWork(at(2));
        assertTrue(schedule.open());
        schedule.doWork(at(100_000));
        assertNoSweep();
    }

    @Test
    void a_first_sweep_that_fails_opens_the_gate_too() throws Exception {
        world.faults().drop(world.topology().origin().orElseThrow(), -1, SmpAttribute.NODE_INFO);
        fabric.bindTransport(world.madTransport(), Map.of());
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(true, 0), START);
        schedule.doWork(START);
        awaitSweep();
        schedule.doWork(at(1));
        assertTrue(schedule.open());
        assertFalse(fabric.state(PORT).error().isEmpty());
    }

    @Test
    void without_a_provider_the_gate_opens_after_ten_seconds_and_a_late_one_is_swept()
            throws Exception {
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(true, 0), START);
        schedule.doWork(at(9));
        assertFalse(schedule.open());
        schedule.doWork(at(10));
        assertTrue(schedule.open());
        fabric.bindTransport(world.madTransport(), Map.of());
        schedule.doWork(at(20));
        awaitSweep();
    }

    @Test
    void without_a_sweep_at_start_the_gate_is_open_and_nothing_is_sent() {
        fabric.bindTransport(world.madTransport(), Map.of());
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(false, 0), START);
        assertTrue(schedule.open());
        schedule.doWork(START);
        schedule.doWork(at(100));
        assertNoSweep();
    }

    @Test
    void an_interval_sweeps_again_from_the_end_of_the_last_sweep() throws Exception {
        fabric.bindTransport(world.madTransport(), Map.of());
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(true, 30), START);
        schedule.doWork(START);
        awaitSweep();
        schedule.doWork(at(5));
        schedule.doWork(at(34));
        assertNoSweep();
        schedule.doWork(at(36));
        awaitSweep();
        schedule.doWork(at(40));
        schedule.doWork(at(69));
        assertNoSweep();
        schedule.doWork(at(71));
        awaitSweep();
    }

    @Test
    void without_a_sweep_at_start_the_interval_counts_from_the_start() throws Exception {
        fabric.bindTransport(world.madTransport(), Map.of());
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(false, 30), START);
        schedule.doWork(START);
        schedule.doWork(at(29));
        assertNoSweep();
        schedule.doWork(at(31));
        awaitSweep();
    }

    @Test
    void another_provider_is_swept_anew_and_the_old_result_is_gone() throws Exception {
        fabric.bindTransport(world.madTransport(), Map.of());
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(true, 0), START);
        schedule.doWork(START);
        awaitSweep();
        schedule.doWork(at(1));
        PortId port = fabric.ports().get(0);
        SimulatedWorld other =
                SimulatedWorld.defaultWorld(SimulationSettings.defaults().virtualClock(true));
        fabric.bindTransport(other.madTransport(), Map.of());
        fabric.unbindTransport(world.madTransport());
        assertTrue(fabric.state(port).result().isEmpty());
        schedule.beginAnew();
        schedule.doWork(at(2));
        awaitSweep();
        assertTrue(fabric.state(port).result().isPresent());
    }

    /** The listeners hear of the end first; whoever waits for the result, when the thread ends. */
    private void awaitSweep() throws InterruptedException {
        assertTrue(sweeps.tryAcquire(20, TimeUnit.SECONDS));
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("rdma-sweep-")) {
                thread.join(20_000);
            }
        }
    }

    private void assertNoSweep() {
        assertFalse(fabric.state(PORT).running());
        assertEquals(0, sweeps.availablePermits());
    }

    @Test
    void sweeps_after_an_interval_confirm_what_is_known_and_now_and_then_ask_everything()
            throws Exception {
        List<Boolean> incremental = sweepsOf(new ScheduleSettings(true, 10, true, 3), 7);
        assertEquals(List.of(false, true, true, false, true, true, false), incremental);
    }

    @Test
    void an_engine_that_cannot_confirm_asks_everything() throws Exception {
        fabric.bindLibrary(world.fabricLibrary());
        fabric.configure(
                FabricSettings.of(new SweepSettings(8, 50, 0)).withEngine(FabricLibrary.NAME));
        List<Boolean> incremental = sweepsOf(new ScheduleSettings(true, 10, true, 3), 3);
        assertEquals(List.of(false, false, false), incremental);
    }

    /** Whether each of so many sweeps confirmed what was known. */
    private List<Boolean> sweepsOf(ScheduleSettings settings, int times) throws Exception {
        fabric.bindTransport(world.madTransport(), Map.of());
        SweepSchedule schedule = new SweepSchedule(fabric, settings, START);
        List<Boolean> incremental = new ArrayList<>();
        for (int time = 0; time < times; time++) {
            schedule.doWork(at(100L * time));
            awaitSweep();
            schedule.doWork(at(100L * time + 1));
            Topology found = fabric.state(PORT).result().orElseThrow();
            incremental.add(found.statistics().orElseThrow().incremental());
            assertTrue(found.complete());
        }
        return incremental;
    }

    @Test
    void a_part_that_somebody_sweeps_does_not_count() throws Exception {
        fabric.bindTransport(world.madTransport(), Map.of());
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(true, 30), START);
        schedule.doWork(START);
        awaitSweep();
        schedule.doWork(at(5));
        fabric.discover(PORT, DiscoveryRequest.part(NodeAddress.HERE, 1));
        awaitSweep();
        schedule.doWork(at(36));
        awaitSweep();
        assertEquals(7, fabric.state(PORT).result().orElseThrow().nodes().size());
    }

    @Test
    void a_sweep_that_was_refused_for_want_of_its_engine_begins_when_that_comes() throws Exception {
        fabric.configure(
                FabricSettings.of(new SweepSettings(8, 50, 0)).withEngine(FabricLibrary.NAME));
        fabric.bindTransport(world.madTransport(), Map.of());
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(true, 0), START);
        schedule.doWork(START);
        assertTrue(schedule.open());
        assertNoSweep();
        fabric.bindLibrary(world.fabricLibrary());
        schedule.tryAgain();
        schedule.doWork(at(1));
        awaitSweep();
        assertEquals(FabricLibrary.NAME, fabric.state(PORT).result().orElseThrow().source());
    }

    private static long at(long seconds) {
        return START + TimeUnit.SECONDS.toNanos(seconds);
    }
}
