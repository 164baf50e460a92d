// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricPort;
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

    /** Whether a packet came in here, so that its GUID is known. */
    boolean reached;

    /** What an earlier sweep found; null if nothing did, or if that holds no longer. */
    @Nullable FabricPort remembered;

    /** Whether its PortInfo is asked in this sweep. */
    boolean asked;

    /** Whether it is not as an earlier sweep found it. */
    boolean changed;

    /** Whether the link is asked from this side. */
    boolean crossed;

    /** Why the link would be asked if the node did not lie too far away; null if it need not. */
    SmpRequest.@Nullable Certainty atRim;

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
        PortInfo told = info;
        if (told == null) {
            FabricPort earlier = remembered;
            return earlier != null && earlier.physicalState() == PortPhysicalState.LINK_UP;
        }
        return told.portPhysicalState() == PortPhysicalState.LINK_UP.code();
    }

    /** It says now that it sleeps, polls or is disabled: no packet comes in here. */
    boolean surelyDown() {
        return info != null
                && info.portPhysicalState() >= PortPhysicalState.SLEEP.code()
                && info.portPhysicalState() <= PortPhysicalState.DISABLED.code();
    }

    /** Something is known of it that can be shown. */
    boolean told() {
        return info != null || remembered != null;
    }

    LinkEnd end() {
        return new LinkEnd(node.key, number);
    }
}
