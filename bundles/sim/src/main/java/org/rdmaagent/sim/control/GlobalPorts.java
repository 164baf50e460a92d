// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;

/** The free global ports of a dragonfly's group: one of every switch before the second of any. */
final class GlobalPorts {
    private final List<NodeKey> switches;
    private final int firstPort;
    private final List<Integer> order = new ArrayList<>();
    private int used;

    /**
     * All free.
     *
     * @param firstPort the first global port of each switch
     * @param each how many each switch has
     */
    GlobalPorts(List<NodeKey> switches, int firstPort, int each, Random random) {
        this.switches = switches;
        this.firstPort = firstPort;
        List<Integer> round = new ArrayList<>();
        for (int router = 0; router < switches.size(); router++) {
            round.add(router);
        }
        for (int port = 0; port < each; port++) {
            Collections.shuffle(round, random);
            order.addAll(round);
        }
    }

    /** Takes the next one. */
    LinkEnd take() {
        int port = firstPort + used / switches.size();
        return new LinkEnd(switches.get(order.get(used++)), port);
    }
}
