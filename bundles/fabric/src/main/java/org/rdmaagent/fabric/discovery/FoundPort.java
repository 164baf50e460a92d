// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.mad.MlnxExtPortInfo;
import org.rdmaagent.mad.PortInfo;

/** What a sweep knows of a port so far. */
final class FoundPort {
    final FoundNode node;
    final int number;

    /**
     * How to ask about it: a channel adapter does not forward, so each of its ports has its own.
     */
    DirectedRoute route;

    /** The GUID that NodeInfo told when the node was reached by this port. */
    Guid guid = Guid.ZERO;

    @Nullable PortInfo info;
    @Nullable MlnxExtPortInfo extended;
    @Nullable FoundPort peer;

    /**
     * Whether this side of the link is certain: the node was asked across this port, was found by
     * it, or cannot be asked across it. Else another node merely claimed to see this one here.
     */
    boolean proven;

    /** Whether it was asked again because a neighbour contradicts it. */
    boolean lookedTwice;

    FoundPort(FoundNode node, int number) {
        this.node = node;
        this.number = number;
        this.route = node.route;
    }

    boolean linkUp() {
        return info != null && info.portPhysicalState() == PortPhysicalState.LINK_UP.code();
    }

    /** It sleeps, polls or is disabled: no packet comes in here. */
    boolean surelyDown() {
        return info != null
                && info.portPhysicalState() >= PortPhysicalState.SLEEP.code()
                && info.portPhysicalState() <= PortPhysicalState.DISABLED.code();
    }

    LinkEnd end() {
        return new LinkEnd(node.key, number);
    }
}
