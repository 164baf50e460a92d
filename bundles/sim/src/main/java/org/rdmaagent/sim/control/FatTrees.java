// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.Topology;

/**
 * Fat trees of any size, 4xHDR throughout, one port a host; this host is the first one. Switches
 * come before hosts, spines before leaves, so the switches have the low LIDs.
 */
public final class FatTrees {
    private FatTrees() {}

    /**
     * Every leaf has a cable, or several, to every spine.
     *
     * @param trunk cables between one leaf and one spine
     * @throws IllegalArgumentException if a number is below 1 or a switch needs over 254 ports
     */
    public static Topology twoLevel(int leaves, int spines, int hostsPerLeaf, int trunk) {
        FabricPlan.require("a fat tree", leaves, spines, hostsPerLeaf, trunk);
        FabricPlan plan = new FabricPlan("fat tree " + leaves + "+" + spines + " switches");
        List<NodeKey> upper = plan.switches("spine", spines, leaves * trunk);
        List<NodeKey> lower = plan.switches("leaf", leaves, hostsPerLeaf + spines * trunk);
        plan.trunks(lower, upper, hostsPerLeaf, trunk);
        for (NodeKey leaf : lower) {
            plan.hosts(leaf, 1, hostsPerLeaf);
        }
        return plan.build();
    }

    /**
     * Pods of leaves and spines, each pod a two-level tree; the spine of one position in every pod
     * meets the core switches of its own plane.
     *
     * @param coresPerPlane core switches above each position of spine
     * @throws IllegalArgumentException if a number is below 1 or a switch needs over 254 ports
     */
    public static Topology threeLevel(
            int pods, int leavesPerPod, int spinesPerPod, int coresPerPlane, int hostsPerLeaf) {
        FabricPlan.require(
                "a fat tree", pods, leavesPerPod, spinesPerPod, coresPerPlane, hostsPerLeaf);
        FabricPlan plan = new FabricPlan("fat tree of " + pods + " pods");
        int cores = spinesPerPod * coresPerPlane;
        List<NodeKey> core = plan.switches("core", cores, pods);
        List<List<NodeKey>> spines = new ArrayList<>();
        List<List<NodeKey>> leaves = new ArrayList<>();
        for (int pod = 1; pod <= pods; pod++) {
            String prefix = "pod" + pod + "-";
            spines.add(plan.switches(prefix + "spine", spinesPerPod, leavesPerPod + coresPerPlane));
            leaves.add(plan.switches(prefix + "leaf", leavesPerPod, hostsPerLeaf + spinesPerPod));
        }
        for (int pod = 0; pod < pods; pod++) {
            leaves.get(pod).forEach(leaf -> plan.hosts(leaf, 1, hostsPerLeaf));
            plan.trunks(leaves.get(pod), spines.get(pod), hostsPerLeaf, 1);
            for (int above = 0; above < cores; above++) {
                int port = leavesPerPod + above % coresPerPlane + 1;
                NodeKey spine = spines.get(pod).get(above / coresPerPlane);
                plan.builder().cable(spine, port, core.get(above), pod + 1);
            }
        }
        return plan.build();
    }
}
