// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

/**
 * The numbers that make a dragonfly.
 *
 * @param groups of switches
 * @param routers switches in a group
 * @param hosts at a switch
 * @param globals ports for global cables at a switch
 */
record DragonflySize(int groups, int routers, int hosts, int globals) {
    private static final int LAST_UNICAST_LID = 0xbfff;

    /** Checks that such a fabric can be. */
    DragonflySize {
        FabricPlan.require("a dragonfly", groups, routers, hosts, globals);
        long reached = (long) routers * globals;
        if (groups - 1L > reached) {
            throw new IllegalArgumentException(
                    groups
                            + " groups are too many: "
                            + routers
                            + " switches with "
                            + globals
                            + " global cables each reach only "
                            + reached
                            + " others");
        }
        long switches = (long) groups * routers;
        if (switches > LAST_UNICAST_LID || switches * (hosts + 1L) > LAST_UNICAST_LID) {
            throw new IllegalArgumentException(
                    "a subnet has at most 49151 unicast LIDs; "
                            + switches
                            + " switches with "
                            + hosts
                            + " hosts each need more");
        }
    }

    /** Ports that a switch needs. */
    int ports() {
        return (int) Math.min((long) hosts + routers - 1 + globals, Integer.MAX_VALUE);
    }

    /** Global ports of a group. */
    int globalPorts() {
        return Math.multiplyExact(routers, globals);
    }
}
