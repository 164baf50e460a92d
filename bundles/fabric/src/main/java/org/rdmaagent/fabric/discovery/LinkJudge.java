// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.SmpAttribute;

/**
 * Decides which node stands at the far end of a link, given that a GUID may wrongly belong to
 * several.
 *
 * <p>A link is asked from one side only, so the other side's word is taken on trust. That trust is
 * withdrawn for a GUID as soon as two links claim the same port of it, or a link claims a port that
 * twice says it is down: its links are asked from its own side as well, and the claims wait until
 * that is known. Two boxes with one GUID that contradict each other nowhere are taken for one.
 */
final class LinkJudge {
    private final FoundNodes nodes;
    private final SmpExchange exchange;
    private final Set<Guid> distrusted = new HashSet<>();
    private final ArrayDeque<FoundPort> waiting = new ArrayDeque<>();
    private int links;

    LinkJudge(FoundNodes nodes, SmpExchange exchange) {
        this.nodes = nodes;
        this.exchange = exchange;
    }

    /** What to do about an answer that came across a port. */
    enum Verdict {
        /** The link is recorded; its far end was known. */
        LINKED,
        /** The far end is a node that was not known. */
        NEW_NODE,
        /** It is not to be told yet. */
        WAIT
    }

    /** Judges an answer; on {@link Verdict#NEW_NODE} the caller creates the node and links it. */
    Verdict judge(FoundPort from, NodeInfo info, boolean lastWord) {
        withdrawIfContradicted(from, info);
        Guid guid = info.nodeGuid();
        List<FoundNode> candidates = candidates(info);
        int number = info.localPort();
        for (FoundNode node : candidates) {
            if (node.port(number).peer == from) {
                from.proven = true;
                return Verdict.LINKED;
            }
        }
        FoundPort free = free(candidates, number, distrusted.contains(guid));
        if (free != null && (lastWord || !distrusted.contains(guid))) {
            connect(from, free, !free.node.isSwitch());
            return Verdict.LINKED;
        }
        if (free == null && candidates.stream().allMatch(node -> node.port(number).proven)) {
            distrustIfDuplicate(candidates, guid);
            return Verdict.NEW_NODE;
        }
        if (lastWord) {
            return Verdict.NEW_NODE;
        }
        distrust(guid);
        waiting.add(from);
        return Verdict.WAIT;
    }

    /** Links found so far. */
    int links() {
        return links;
    }

    /** Records a cable and counts it. */
    void connect(FoundPort from, FoundPort to, boolean farSideProven) {
        links++;
        link(from, to, farSideProven);
    }

    /** Records a cable. */
    static void link(FoundPort from, FoundPort to, boolean farSideProven) {
        from.peer = to;
        to.peer = from;
        from.proven = true;
        to.proven |= farSideProven;
    }

    /** A switch's port may be down although a neighbour claims to be linked to it. */
    void doubtIfDown(FoundPort port) {
        FoundPort claimed = port.peer;
        if (claimed == null || port.proven || !port.surelyDown()) {
            return;
        }
        if (port.lookedTwice) {
            unlink(port, claimed);
            distrust(port.node.key.guid());
        } else {
            // Links come up in mid-sweep: the port's answer may just be older than the neighbour's.
            port.lookedTwice = true;
            exchange.ask(SmpRequest.aboutPort(port, SmpAttribute.PORT_INFO));
        }
    }

    /** When nothing else is left to ask: asks the next claim that waits again. */
    boolean askNextWaiting() {
        for (FoundPort port = waiting.poll(); port != null; port = waiting.poll()) {
            if (port.peer == null) {
                exchange.ask(SmpRequest.across(port, SmpRequest.Certainty.LAST_WORD));
                return true;
            }
        }
        return false;
    }

    private List<FoundNode> candidates(NodeInfo info) {
        List<FoundNode> named = nodes.instances(info.nodeGuid());
        if (named.size() == 1 && named.get(0).looksLike(info)) {
            return named; // as good as always
        }
        return named.stream().filter(node -> node.looksLike(info)).toList();
    }

    private static @Nullable FoundPort free(
            List<FoundNode> candidates, int number, boolean notIfDown) {
        for (FoundNode node : candidates) {
            FoundPort port = node.port(number);
            boolean possible = !notIfDown || !port.surelyDown();
            if (port.peer == null && possible) {
                return port;
            }
        }
        return null;
    }

    /** The node was asked across a port that another one had claimed to see: whom to believe? */
    private void withdrawIfContradicted(FoundPort from, NodeInfo info) {
        FoundPort claimed = from.peer;
        if (claimed == null || from.proven) {
            return;
        }
        boolean agrees =
                claimed.number == info.localPort()
                        && claimed.node.key.guid().equals(info.nodeGuid());
        if (!agrees) {
            unlink(from, claimed);
            distrust(from.node.key.guid());
        }
    }

    private void distrustIfDuplicate(List<FoundNode> candidates, Guid guid) {
        if (!candidates.isEmpty()) {
            distrust(guid);
        }
    }

    private void distrust(Guid guid) {
        if (!distrusted.add(guid)) {
            return;
        }
        for (FoundNode node : nodes.instances(guid)) {
            if (node.isSwitch()) {
                node.knownPorts().forEach(this::withdraw);
            }
        }
    }

    private void withdraw(FoundPort port) {
        FoundPort claimed = port.peer;
        boolean canAsk = port.node.route.hops() < DirectedRoute.MAX_HOPS;
        if (claimed != null && !port.proven && canAsk) {
            unlink(port, claimed);
            if (!port.surelyDown()) {
                exchange.ask(SmpRequest.across(port, SmpRequest.Certainty.KNOWN));
            }
        }
    }

    private void unlink(FoundPort port, FoundPort claimed) {
        links--;
        port.peer = null;
        claimed.peer = null;
        claimed.proven = false;
        waiting.add(claimed);
    }
}
