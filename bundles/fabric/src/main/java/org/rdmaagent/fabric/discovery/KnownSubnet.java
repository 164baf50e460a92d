// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.NodeInfo;

/**
 * What an earlier sweep found, as far as it may be taken over: a node that answers as before at the
 * end of a cable that leads where it led before. All else is asked again: nodes whose GUID is not
 * theirs alone, nodes of which something was missing, and in each turn another share of the rest,
 * so that nothing grows older than {@link #TURNS} sweeps. Ports of switches that were down, and the
 * ports of switches that say that some port has changed, are asked every time, or, where these are
 * many, by turns: of either kind as many as a sixteenth of the links.
 */
final class KnownSubnet {
    /** After so many sweeps everything has been asked again. */
    static final int TURNS = 32;

    /** What a small subnet may always cost: some milliseconds. */
    private static final int LEAST_BUDGET = 1024;

    private final Map<Guid, KnownNode> byGuid = new HashMap<>();
    private final int turn;
    private final int budget;
    private final int downShare;

    /** Nothing is known: everything is asked. */
    static KnownSubnet none() {
        return new KnownSubnet();
    }

    private KnownSubnet() {
        turn = 0;
        budget = 0;
        downShare = 1;
    }

    /**
     * A subnet to be confirmed.
     *
     * @param turn which share is asked again; one more each time
     */
    KnownSubnet(Topology topology, int turn) {
        this.turn = turn;
        Set<Guid> shared = new HashSet<>();
        int place = 0;
        for (FabricNode node : topology.nodes()) {
            KnownNode known = new KnownNode(node, place++);
            if (byGuid.put(node.guid(), known) != null) {
                shared.add(node.guid());
            }
        }
        byGuid.keySet().removeAll(shared);
        topology.links().forEach(this::link);
        budget = Math.max(LEAST_BUDGET, topology.links().size() / 16);
        downShare = share(portsDown(topology));
    }

    private void link(FabricLink link) {
        LinkEnd first = link.first();
        LinkEnd second = link.second();
        KnownNode one = byGuid.get(first.node().guid());
        KnownNode other = byGuid.get(second.node().guid());
        if (one != null && other != null) {
            one.link(first.port(), other, second.port());
            other.link(second.port(), one, first.port());
        }
    }

    private static int portsDown(Topology topology) {
        int down = 0;
        for (FabricNode node : topology.nodes()) {
            for (FabricPort port : node.ports()) {
                boolean up = port.physicalState() == PortPhysicalState.LINK_UP;
                down += node.type() == NodeType.SWITCH && port.number() > 0 && !up ? 1 : 0;
            }
        }
        return down;
    }

    /**
     * The node that answered, if it answers as before where it was before.
     *
     * @param from the port that the question left by; null for the node where the sweep begins
     */
    @Nullable KnownNode recognised(@Nullable FoundPort from, NodeInfo info) {
        KnownNode known = byGuid.get(info.nodeGuid());
        if (known == null || known.found != null || !known.answersTo(info)) {
            return null;
        }
        if (from == null) {
            return known;
        }
        KnownNode before = from.node.known;
        boolean sameCable = before != null && before.led(from.number, known, info.localPort());
        return sameCable ? known : null;
    }

    /** Whether what was found of it may be taken over this time. */
    boolean remembers(KnownNode known) {
        return known.complete() && known.place % TURNS != Math.floorMod(turn, TURNS);
    }

    /** Into how many turns so many questions are divided. */
    private int share(int questions) {
        return 1 + questions / (budget + 1);
    }

    /**
     * Of the switches that say that some port has changed, those to be asked now: all of them, if
     * that is not too much. Where no subnet manager clears that bit it is set everywhere, and tells
     * nothing; then they come by turns.
     */
    List<FoundNode> toBeAskedNow(List<FoundNode> changed) {
        int questions = changed.stream().mapToInt(node -> node.info.portCount() + 1).sum();
        int share = share(questions);
        List<FoundNode> now = new ArrayList<>();
        for (FoundNode node : changed) {
            KnownNode known = node.known;
            if (known != null && Math.floorMod(known.place / TURNS + turn, share) == 0) {
                now.add(node);
            }
        }
        return now;
    }

    /** Whether this port, which was down, is asked this time. */
    boolean asksDown(KnownNode known, int number) {
        return Math.floorMod(known.place + number + turn, downShare) == 0;
    }
}
