// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.OptionalInt;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.NodeInfo;

/**
 * What libibnetdisc is to be asked, so that what it brings holds all that is wanted. Its field for
 * the hops takes 0 for no limit.
 *
 * <p>From a channel adapter the library goes back to the switch in front of it, takes the port that
 * it comes in by for the adapter's, and so misses what is really there (libibnetdisc/ibnetdisc.c,
 * {@code retract_dpath}). From there a scan must begin at the switch; but what is at the end of a
 * route only a first, short scan can tell.
 *
 * @param from where the library begins
 * @param maxHops its limit
 */
record ScanPlan(DirectedRoute from, int maxHops) {
    private static final int SHORTEST = 1;

    /** The first scan, which may do. */
    static ScanPlan first(SweepPlan wanted) {
        boolean elsewhere = wanted.from().hops() > 0;
        return new ScanPlan(wanted.from(), elsewhere ? SHORTEST : limit(wanted.hops(), 0));
    }

    /** Whether the first scan holds all that is wanted. */
    static boolean firstWillDo(SweepPlan wanted, NodeInfo begin) {
        int hops = wanted.hops().orElse(Integer.MAX_VALUE);
        return wanted.from().hops() == 0 || hops == 0 || (forwards(begin) && hops == SHORTEST);
    }

    /** The second scan, where the first will not do. */
    static ScanPlan second(SweepPlan wanted, NodeInfo begin) {
        return forwards(begin)
                ? new ScanPlan(wanted.from(), limit(wanted.hops(), 0))
                : new ScanPlan(withoutLastHop(wanted.from()), limit(wanted.hops(), 1));
    }

    private static boolean forwards(NodeInfo node) {
        return node.nodeType() == NodeType.SWITCH.code();
    }

    private static int limit(OptionalInt hops, int behind) {
        return hops.isEmpty() ? 0 : Math.max(SHORTEST, hops.getAsInt() - behind);
    }

    private static DirectedRoute withoutLastHop(DirectedRoute route) {
        int[] ports = new int[route.hops() - 1];
        for (int hop = 0; hop < ports.length; hop++) {
            ports[hop] = route.port(hop);
        }
        return DirectedRoute.of(ports);
    }
}
