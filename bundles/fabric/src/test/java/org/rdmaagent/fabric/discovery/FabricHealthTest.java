// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;

class FabricHealthTest {
    private final SimulatedWorld world =
            SimulatedWorld.of(FatTrees.twoLevel(2, 1, 2, 1), Sweeping.VIRTUAL);

    @Test
    void a_whole_subnet_is_well() {
        assertHealth(HealthGrade.OK, "7 nodes, 6 links, complete", state(sweep(), ""));
    }

    @Test
    void no_sweep_yet_is_no_fault() {
        assertHealth(HealthGrade.OK, "not swept yet", state(null, ""));
    }

    @Test
    void a_partial_result_names_its_first_failed_path() {
        world.faults()
                .drop(Sweeping.named(world.topology(), "leaf2").key(), 3, SmpAttribute.PORT_INFO);
        HealthResult health =
                assertHealth(HealthGrade.WARN, "1 question(s) without", state(sweep(), ""));
        assertTrue(health.text().contains("PortInfo of port 3 at route"), health.text());
        assertTrue(health.text().contains("'leaf2'"), health.text());
    }

    @Test
    void a_problem_is_a_warning() {
        Topology found = Sweeping.sweep(SimulatedWorld.defaultWorld(Sweeping.VIRTUAL));
        assertHealth(HealthGrade.WARN, "1 problem(s), first: the link from", state(found, ""));
    }

    @Test
    void an_error_is_a_warning_beside_an_older_result_and_critical_alone() {
        assertHealth(HealthGrade.WARN, "older one: it broke", state(sweep(), "it broke"));
        assertHealth(HealthGrade.CRITICAL, "it broke", state(null, "it broke"));
    }

    @Test
    void without_a_provider_it_is_a_warning() {
        FabricDiscovery fabric = new FabricDiscovery(SweepSettings.DEFAULTS, Sweeping.CLOCK);
        HealthResult health = new FabricHealth(fabric).check();
        assertEquals("fabric", health.name());
        assertEquals(HealthGrade.WARN, health.grade());
        assertTrue(health.text().contains("no provider"), health.text());
    }

    @Test
    void each_port_has_its_say() {
        FabricDiscovery fabric = new FabricDiscovery(SweepSettings.DEFAULTS, Sweeping.CLOCK);
        fabric.bindTransport(
                SimulatedWorld.defaultWorld(Sweeping.VIRTUAL).madTransport(), Map.of());
        HealthResult health = new FabricHealth(fabric).check();
        assertEquals("mlx4_0/1: not swept yet; mlx4_0/2: not swept yet", health.text());
    }

    @Test
    void a_key_that_cannot_be_used_is_a_warning_before_all_else() {
        FabricDiscovery fabric =
                new FabricDiscovery(
                        FabricSettingsTest.configuration(Map.of("timeoutMillis", "5s")));
        HealthResult without = new FabricHealth(fabric).check();
        assertTrue(without.text().startsWith("timeoutMillis=5s in etc/"), without.text());
        assertTrue(without.text().contains("; no InfiniBand port can sweep"), without.text());
        fabric.bindTransport(world.madTransport(), Map.of());
        HealthResult health = new FabricHealth(fabric).check();
        assertEquals(HealthGrade.WARN, health.grade());
        assertTrue(health.text().contains("1..60000; using 500; mlx4_0/1: not"), health.text());
        fabric.modified(FabricSettingsTest.configuration(Map.of("timeoutMillis", "5")));
        assertEquals(HealthGrade.OK, new FabricHealth(fabric).check().grade());
    }

    @Test
    void what_was_destroyed_is_told_and_no_fault() {
        assertHealth(HealthGrade.OK, "discover first", state(null, PortDiscovery.FORGOTTEN));
    }

    private Topology sweep() {
        return Sweeping.sweep(world);
    }

    private static SweepState state(@Nullable Topology topology, String error) {
        return new SweepState(new PortId("mlx4_0", 1), "sim", false, topology, error);
    }

    private static HealthResult assertHealth(HealthGrade grade, String text, SweepState state) {
        HealthResult health = FabricHealth.judge(state);
        assertEquals(grade, health.grade(), health.text());
        assertTrue(health.text().contains(text), health.text());
        return health;
    }
}
