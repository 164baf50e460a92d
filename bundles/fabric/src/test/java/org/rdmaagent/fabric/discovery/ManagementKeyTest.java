// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;

class ManagementKeyTest {
    private static final long KEY = 0xfeed_face_cafe_0001L;
    private static final int READS_TOO = 2;
    private static final SweepSettings KEYLESS = new SweepSettings(8, 50, 1);

    private final Topology truth = FatTrees.twoLevel(3, 2, 3, 1);
    private final SimulatedWorld world = SimulatedWorld.of(truth, Sweeping.VIRTUAL);

    @Test
    void every_question_brings_the_key() {
        world.managementKeys().setAll(KEY, READS_TOO);
        CountingSession session = new CountingSession(Sweeping.open(world));
        Topology found = Sweeping.sweep(session, KEYLESS.withMKey(KEY), SweepPlan.WHOLE);
        Sweeping.assertSameSubnet(truth, found);
        assertTrue(found.complete());
        long smps = found.statistics().orElseThrow().smpsUsed();
        assertEquals(Map.of(KEY, (int) smps), session.keys());
    }

    @Test
    void a_key_that_protects_writes_only_is_in_nobodys_way() {
        world.managementKeys().setAll(KEY, 1);
        Sweeping.assertSameSubnet(truth, Sweeping.sweep(world, KEYLESS));
    }

    @Test
    void an_own_port_that_wants_another_key_is_an_error_that_names_the_key() {
        world.managementKeys().setAll(KEY, READS_TOO);
        for (SweepSettings settings : List.of(KEYLESS, KEYLESS.withMKey(KEY + 1))) {
            RdmaException error =
                    assertThrows(RdmaException.class, () -> Sweeping.sweep(world, settings));
            assertEquals("ETIMEDOUT", error.errno().name());
            assertTrue(error.remedy().contains("M_Key"), error.remedy());
        }
    }

    @Test
    void a_subnet_that_wants_another_key_is_seen_as_far_as_it_answers_and_the_key_is_named() {
        NodeKey own = truth.origin().orElseThrow();
        world.managementKeys().setAll(KEY, READS_TOO);
        world.managementKeys().set(own, -1, 0, 0);
        Topology found = Sweeping.sweep(world, KEYLESS.withMKey(KEY + 1));
        assertEquals(List.of(own), found.nodes().stream().map(node -> node.key()).toList());
        assertEquals(1, found.failedPaths().size());
        assertEquals("timeout", found.failedPaths().get(0).status());
        assertEquals(List.of("silence"), Sweeping.problemKinds(found));
        String text = found.problems().get(0).text();
        assertTrue(text.contains("M_Key") && text.contains("0,1"), text);
    }

    @Test
    void one_switch_that_wants_another_key_is_named_by_its_route() {
        NodeKey spine = Sweeping.named(truth, "spine1").key();
        world.managementKeys().set(spine, 0, KEY, READS_TOO);
        Topology found = Sweeping.sweep(world, KEYLESS);
        assertEquals(truth.nodes().size() - 1, found.nodes().size());
        assertFalse(found.complete());
        assertEquals(Set.of("silence"), Set.copyOf(Sweeping.problemKinds(found)));
    }

    @Test
    void settings_do_not_tell_the_key() {
        SweepSettings settings = KEYLESS.withMKey(KEY);
        assertFalse(settings.toString().contains(Long.toString(KEY)), settings.toString());
        assertFalse(settings.toString().contains(Long.toHexString(KEY)), settings.toString());
        assertTrue(settings.toString().contains("M_Key"), settings.toString());
        assertFalse(KEYLESS.toString().contains("M_Key"), KEYLESS.toString());
        assertEquals(KEY, settings.withMaxSmpsOnWire(9).mKey());
    }
}
