// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import org.rdmaagent.fabric.Topology;

/**
 * Canonical dragonflies of any size: groups of switches, a cable between any two switches of a
 * group, and global cables that are spread evenly over the other groups. One port a host; this host
 * is the first one. Switches come before hosts, so they have the low LIDs.
 *
 * <p>The ports of a switch, in order: its hosts, the other switches of its group, its global
 * cables.
 */
public final class Dragonflies {
    private Dragonflies() {}

    /**
     * A dragonfly, 4xHDR throughout.
     *
     * @param groups how many groups, at most {@code routersPerGroup * globalLinksPerRouter + 1}
     * @param routersPerGroup switches in each group
     * @param hostsPerRouter hosts at each switch
     * @param globalLinksPerRouter ports for global cables at each switch; where they do not divide
     *     evenly, at most one of a whole group stays free; all, if there is one group
     * @param seed decides at which switch of a group each of its global cables ends
     * @throws IllegalArgumentException if a number is below 1, there are too many groups for every
     *     two to have a cable, a switch needs over 254 ports, or the LIDs do not suffice
     */
    public static Topology of(
            int groups,
            int routersPerGroup,
            int hostsPerRouter,
            int globalLinksPerRouter,
            long seed) {
        DragonflySize size =
                new DragonflySize(groups, routersPerGroup, hostsPerRouter, globalLinksPerRouter);
        return new DragonflyPlan(size, seed, false).build();
    }

    /**
     * The same, with cables that came up at different widths and speeds, from 1xFDR to 4xHDR; the
     * seed decides which one where.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    public static Topology mixed(
            int groups,
            int routersPerGroup,
            int hostsPerRouter,
            int globalLinksPerRouter,
            long seed) {
        DragonflySize size =
                new DragonflySize(groups, routersPerGroup, hostsPerRouter, globalLinksPerRouter);
        return new DragonflyPlan(size, seed, true).build();
    }
}
