// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.spi.FabricLibrary;

/** What is told of an engine that is configured and not there, or of no engine at all. */
class MissingEngineTest {
    private final ServiceOnSim service =
            new ServiceOnSim(SimulatedWorld.of(FatTrees.twoLevel(2, 1, 2, 1), Sweeping.VIRTUAL));
    private final FabricDiscovery fabric = service.fabric;

    @AfterEach
    void stop() {
        service.close();
    }

    @ParameterizedTest
    @CsvSource({"swift, EINVAL", "libibnetdisc, ENOSYS"})
    void a_discovery_that_it_fails_is_told_like_any_sweep_without_a_result(
            String engine, String errno) throws Exception {
        Topology before = service.discover(DiscoveryRequest.WHOLE);
        miss(engine);
        RdmaException error =
                assertThrows(RdmaException.class, () -> fabric.discover(service.port));
        assertEquals(errno, error.errno().name());
        assertEquals(error.getMessage(), fabric.state(service.port).error());
        assertEquals(before, fabric.state(service.port).topology());
        assertFalse(fabric.state(service.port).running());
        assertHealth(HealthGrade.WARN, "older one: " + error.getMessage());
        assertTrue(String.valueOf(error.getMessage()).contains("org.rdmaagent.fabric.cfg"));
        service.discover(DiscoveryRequest.WHOLE.by(DiscoveryEngine.NAME));
        assertEquals("", fabric.state(service.port).error());
        assertHealth(HealthGrade.OK, "complete");
    }

    @ParameterizedTest
    @CsvSource({"swift", "libibnetdisc"})
    void so_is_a_sweep_by_schedule(String engine) {
        miss(engine);
        SweepSchedule schedule = new SweepSchedule(fabric, ScheduleSettings.of(true, 10), 0);
        schedule.doWork(0);
        assertTrue(schedule.open());
        assertHealth(HealthGrade.CRITICAL, engine);
        assertFalse(fabric.state(service.port).error().isEmpty());
    }

    @Test
    void a_part_that_it_fails_says_nothing_of_the_whole() throws Exception {
        service.discover(DiscoveryRequest.WHOLE);
        miss("swift");
        DiscoveryRequest part = ServiceOnSim.part("0", 1);
        assertThrows(RdmaException.class, () -> service.begin(part));
        assertFalse(fabric.state(service.port).error().isEmpty());
        assertEquals("", fabric.wholeState(service.port).error());
    }

    @ParameterizedTest
    @CsvSource({"JAVA, java", "' Java ', java", "LibIbNetDisc, libibnetdisc"})
    void the_case_of_a_name_that_is_asked_for_does_not_count(String asked, String engine)
            throws Exception {
        assertEquals(engine, service.discover(DiscoveryRequest.WHOLE.by(asked)).source());
    }

    @Test
    void after_destroy_it_is_told_that_the_result_is_gone() throws Exception {
        fabric.destroy(service.port);
        assertEquals("", fabric.state(service.port).error(), "there was none");
        service.discover(DiscoveryRequest.WHOLE);
        fabric.destroy(service.port);
        SweepState state = fabric.state(service.port);
        assertTrue(state.result().isEmpty());
        assertTrue(state.error().contains("destroyed"), state.error());
        assertTrue(state.error().contains("discover first"), state.error());
        assertHealth(HealthGrade.OK, "destroyed");
        service.discover(DiscoveryRequest.WHOLE);
        assertEquals("", fabric.state(service.port).error());
    }

    private void miss(String engine) {
        if (engine.equals(FabricLibrary.NAME)) {
            fabric.unbindLibrary(Objects.requireNonNull(service.world.fabricLibrary()));
        }
        fabric.configure(FabricSettings.of(new SweepSettings(16, 200, 1)).withEngine(engine));
    }

    private void assertHealth(HealthGrade grade, String text) {
        HealthResult health = new FabricHealth(fabric).check();
        assertEquals(grade, health.grade(), health.text());
        assertTrue(health.text().contains(text), health.text());
    }
}
