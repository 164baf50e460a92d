// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FailedPath;

/** Looks for what is wrong in a subnet, with no packet more. */
final class SubnetProblems {
    private static final int UNICAST_LIDS = 0xc000;

    private final List<FabricNode> nodes;
    private final List<FabricProblem> problems = new ArrayList<>();

    /** What people call a node, once it was needed. */
    private final IdentityHashMap<FabricNode, String> names = new IdentityHashMap<>();

    SubnetProblems(List<FabricNode> nodes) {
        this.nodes = nodes;
    }

    List<FabricProblem> find(
            List<FabricLink> links, FoundPort origin, List<FailedPath> failedPaths) {
        portDown(origin);
        duplicateNodeGuids();
        duplicateLids();
        new DegradedLinks(nodes, this::name).find(links, problems);
        Silence.unanswered(failedPaths).ifPresent(problems::add);
        return problems;
    }

    private void portDown(FoundPort origin) {
        if (!origin.node.isSwitch()
                && origin.route.hops() == 0
                && origin.info != null
                && !origin.linkUp()) {
            FabricPort port = FoundPortView.of(origin);
            problems.add(
                    new FabricProblem(
                            "portDown",
                            place(nodes.get(0), origin.number),
                            "the agent's own port, "
                                    + place(nodes.get(0), origin.number)
                                    + ", is down (physical state "
                                    + port.physicalState()
                                    + "), so nothing else can be seen; check its cable and the"
                                    + " switch port"));
        }
    }

    private void duplicateNodeGuids() {
        Map<Guid, FabricNode> first = new HashMap<>();
        for (FabricNode node : nodes) {
            FabricNode other = first.putIfAbsent(node.guid(), node);
            if (other != null) {
                problems.add(
                        new FabricProblem(
                                "duplicateNodeGuid",
                                node.guid().toString(),
                                "two nodes have the GUID "
                                        + node.guid()
                                        + ": "
                                        + reachedBy(other)
                                        + " and "
                                        + reachedBy(node)
                                        + "; burn a GUID of its own into one of them"));
            }
        }
    }

    private void duplicateLids() {
        FabricNode[] owners = new FabricNode[UNICAST_LIDS];
        int[] ownerPorts = new int[UNICAST_LIDS];
        for (FabricNode node : nodes) {
            for (FabricPort port : node.ports()) {
                claimLids(node, port, owners, ownerPorts);
            }
        }
    }

    private void claimLids(
            FabricNode node, FabricPort port, @Nullable FabricNode[] owners, int[] ownerPorts) {
        if (!port.lid().isUnicast()) {
            return;
        }
        int first = port.lid().value();
        int end = Math.min(first + (1 << port.lmc()), UNICAST_LIDS);
        boolean told = false;
        for (int lid = first; lid < end; lid++) {
            FabricNode owner = owners[lid];
            if (owner == null) {
                owners[lid] = node;
                ownerPorts[lid] = port.number();
            } else if (!told) {
                told = true;
                problems.add(
                        new FabricProblem(
                                "duplicateLid",
                                "LID " + lid,
                                "LID "
                                        + lid
                                        + " is assigned to "
                                        + place(owner, ownerPorts[lid])
                                        + " and to "
                                        + place(node, port.number())
                                        + "; see whether two subnet managers are masters, and"
                                        + " have one of them sweep again"));
            }
        }
    }

    private String place(@Nullable FabricNode node, int port) {
        return node == null ? "?" : name(node) + " port " + port;
    }

    private String reachedBy(FabricNode node) {
        return name(node) + " at route " + node.route();
    }

    private String name(FabricNode node) {
        return names.computeIfAbsent(
                node, unnamed -> "'" + unnamed.description() + "' (" + unnamed.key() + ")");
    }
}
