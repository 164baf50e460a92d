// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.Topology;

/**
 * What a sweep is to find.
 *
 * @param from the node to begin at, as a directed route from the agent's own port
 * @param hops how many links to go from there at the most, by the shortest way, 0..63; empty for no
 *     limit
 * @param known what the last sweep of the whole subnet found, to be confirmed with one question for
 *     each link; null to ask everything. Only for a sweep of the whole subnet
 * @param turn which share of what is known is asked again in full ({@link KnownSubnet#TURNS}): one
 *     more with each sweep that confirms
 */
record SweepPlan(DirectedRoute from, OptionalInt hops, @Nullable Topology known, int turn) {
    /** The whole subnet, everything asked. */
    static final SweepPlan WHOLE = new SweepPlan(DirectedRoute.LOCAL, OptionalInt.empty(), null);

    SweepPlan {
        int most = hops.orElse(0);
        if (most < 0 || most > DirectedRoute.MAX_HOPS) {
            throw new IllegalArgumentException(
                    "hops lies in 0.." + DirectedRoute.MAX_HOPS + ", not " + most);
        }
        if (known != null && (hops.isPresent() || from.hops() > 0)) {
            throw new IllegalArgumentException(
                    "what is known can be confirmed of the whole subnet only: leave out from and"
                            + " hops");
        }
    }

    /** With a share by chance, for who does not count his sweeps. */
    SweepPlan(DirectedRoute from, OptionalInt hops, @Nullable Topology known) {
        this(from, hops, known, ThreadLocalRandom.current().nextInt(KnownSubnet.TURNS));
    }

    /** The nodes at most so many links away from one. */
    static SweepPlan part(DirectedRoute from, int hops) {
        return new SweepPlan(from, OptionalInt.of(hops), null);
    }

    /** The whole subnet, by confirming what is known of it. */
    static SweepPlan confirm(Topology known, int turn) {
        return new SweepPlan(DirectedRoute.LOCAL, OptionalInt.empty(), known, turn);
    }
}
