// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.spi.MadTransport;

/** Sweeps by hand, on a clock that moves only when somebody waits. */
final class Sweeping {
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    static final SimulationSettings VIRTUAL = SimulationSettings.defaults().virtualClock(true);
    private static final long WAIT = TimeUnit.SECONDS.toNanos(1);

    private Sweeping() {}

    static Topology sweep(SimulatedWorld world) {
        return sweep(world, SweepSettings.DEFAULTS);
    }

    static Topology sweep(SimulatedWorld world, SweepSettings settings) {
        return sweep(world, settings, SweepPlan.WHOLE);
    }

    static Topology sweep(SimulatedWorld world, SweepSettings settings, SweepPlan plan) {
        return sweep(open(world), settings, plan);
    }

    static Topology sweep(MadTransport transport, PortId port, SweepSettings settings) {
        return sweep(transport.open(port), settings, SweepPlan.WHOLE);
    }

    /** The session is closed then. */
    static Topology sweep(MadSession opened, SweepSettings settings, SweepPlan plan) {
        try (MadSession session = opened) {
            DiscoveryEngine engine = new DiscoveryEngine(session, settings, plan, CLOCK);
            finish(engine);
            Topology topology = engine.topology();
            int most = topology.statistics().orElseThrow().maxOnWire();
            assertTrue(most <= settings.maxSmpsOnWire(), "the window was exceeded: " + most);
            return topology;
        }
    }

    static MadSession open(SimulatedWorld world) {
        int port = Math.max(1, world.topology().originPort());
        return world.madTransport().open(new PortId("mlx4_0", port));
    }

    static void finish(DiscoveryEngine engine) {
        int passes = 0;
        while (engine.doWork(WAIT)) {
            assertTrue(++passes < 50_000_000, "the sweep does not end");
        }
    }

    /** One question for the start and one for each link; what is asked of each node and port. */
    static int fewestSmps(Topology truth) {
        int smps = 1 + truth.links().size();
        for (FabricNode node : truth.nodes()) {
            boolean isSwitch = node.type() == NodeType.SWITCH;
            smps += isSwitch ? 2 + node.portCount() + 1 : 2;
        }
        return smps;
    }

    /** Same nodes, same links with width and speed, same LIDs. */
    static void assertSameSubnet(Topology truth, Topology found) {
        assertEquals(identities(truth), identities(found));
        assertEquals(truth.links(), found.links());
        assertEquals(lids(truth), lids(found));
    }

    static FabricNode node(Topology topology, NodeKey key) {
        return topology.nodes().stream()
                .filter(node -> node.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    static FabricNode named(Topology topology, String description) {
        return topology.nodes().stream()
                .filter(node -> node.description().equals(description))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no node is called " + description));
    }

    static List<String> problemKinds(Topology topology) {
        return topology.problems().stream().map(problem -> problem.kind()).toList();
    }

    private static List<String> identities(Topology topology) {
        return topology.nodes().stream()
                .sorted(Comparator.comparing(FabricNode::key))
                .map(Sweeping::identity)
                .toList();
    }

    private static String identity(FabricNode node) {
        return node.key()
                + " "
                + node.type()
                + " '"
                + node.description()
                + "' "
                + node.portCount()
                + " "
                + node.systemImageGuid()
                + " "
                + node.vendorId()
                + " "
                + node.deviceId()
                + " "
                + node.enhancedPort0();
    }

    private static List<String> lids(Topology topology) {
        return topology.nodes().stream()
                .flatMap(node -> node.ports().stream().map(port -> lid(node, port)))
                .filter(text -> !text.isEmpty())
                .sorted()
                .toList();
    }

    private static String lid(FabricNode node, FabricPort port) {
        return port.lid().value() == 0
                ? ""
                : node.key() + "[" + port.number() + "] " + port.lid() + " lmc " + port.lmc();
    }
}
