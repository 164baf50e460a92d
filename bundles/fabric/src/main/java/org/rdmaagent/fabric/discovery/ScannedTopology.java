// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.ScannedFabric;

/**
 * Turns what libibnetdisc brought into the value that our own engine makes too. The library goes
 * one hop further than the manual page says, and says nothing of what it did not get: the former is
 * cut off here, the latter is looked for.
 */
final class ScannedTopology {
    private final ScanStart start;
    private final ScannedFabric fabric;
    private final ScannedNodes nodes;
    private final HopLimit limit;

    /**
     * Reads the scan.
     *
     * @param start where the sweep was to begin
     * @throws org.rdmaagent.RdmaException EIO if the node to begin at is not in it
     */
    ScannedTopology(SweepOrder order, ScanStart start, ScannedFabric fabric) {
        this.start = start;
        this.fabric = fabric;
        this.nodes = ScannedNodes.read(order, start, fabric);
        this.limit = new HopLimit(nodes.inOrder(), order.plan().hops());
    }

    Topology topology(SweepStatistics statistics) {
        SilentFailures silent = new SilentFailures(start, fabric, nodes, limit);
        List<FailedPath> failures = silent.failedPaths();
        List<FabricProblem> problems = new ArrayList<>(silent.lostNodes());
        List<FoundNode> found = nodes.inOrder().stream().filter(limit::within).toList();
        found.forEach(this::cutLinks);
        FoundPort origin = nodes.first().port(start.port());
        Topology assembled =
                new TopologyAssembly(found, origin).assemble(List.of(), List.of(), statistics);
        problems.addAll(assembled.problems());
        Silence.unexplained(silent.silent()).ifPresent(problems::add);
        return new Topology(
                FabricLibrary.NAME,
                assembled.origin().orElse(null),
                assembled.originPort(),
                assembled.nodes(),
                assembled.links(),
                failures,
                problems,
                statistics);
    }

    /** A link counts if one of its ends is a node whose links are followed. */
    private void cutLinks(FoundNode node) {
        node.knownPorts()
                .forEach(
                        port -> {
                            FoundPort peer = port.peer;
                            if (peer != null && !limit.leadsOn(node) && !limit.leadsOn(peer.node)) {
                                port.peer = null;
                                peer.peer = null;
                            }
                        });
    }
}
