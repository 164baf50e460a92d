// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.rdmaagent.fabric.DirectedRoute;

/**
 * Asks what is at the other end of a port's link: once for each link, not beyond the reach of the
 * sweep, and not beyond the longest route.
 */
final class LinkCrossing {
    private final SmpExchange exchange;
    private final Reach reach;
    private final List<FoundPort> beyondHopLimit = new ArrayList<>();

    /** Those that an earlier sweep saw at links that are asked from the other side already. */
    private final ArrayDeque<FoundPort> parked = new ArrayDeque<>();

    LinkCrossing(SmpExchange exchange, Reach reach) {
        this.exchange = exchange;
        this.reach = reach;
    }

    void cross(FoundPort port, SmpRequest.Certainty certainty) {
        if (port.peer != null || port.crossed) {
            return;
        }
        if (!reach.crossable(port.node)) {
            port.atRim = certainty;
            return;
        }
        port.atRim = null;
        port.crossed = true;
        if (port.node.route.hops() == DirectedRoute.MAX_HOPS) {
            if (certainty == SmpRequest.Certainty.KNOWN) {
                beyondHopLimit.add(port);
            }
        } else if (askedFromTheOtherSide(port)) {
            parked.add(port);
        } else {
            SmpRequest request = SmpRequest.across(port, certainty);
            request.hinted = port.node.known != null && port.node.known.hints(port.number);
            exchange.ask(request);
        }
    }

    /** A node has come nearer: its links may be asked now. */
    void resume(FoundNode node) {
        if (!reach.crossable(node)) {
            return;
        }
        for (FoundPort port : node.knownPorts()) {
            SmpRequest.Certainty certainty = port.atRim;
            if (certainty != null) {
                cross(port, certainty);
            }
        }
    }

    /** When nothing else is left to ask: asks the next port that waited for its other side. */
    boolean askNextParked() {
        for (FoundPort port = parked.poll(); port != null; port = parked.poll()) {
            if (port.peer == null) {
                exchange.ask(SmpRequest.across(port, SmpRequest.Certainty.KNOWN));
                return true;
            }
        }
        return false;
    }

    /** The ports whose links no route is long enough to ask. */
    List<FoundPort> beyondHopLimit() {
        return Collections.unmodifiableList(beyondHopLimit);
    }

    private static boolean askedFromTheOtherSide(FoundPort port) {
        KnownNode known = port.node.known;
        FoundPort other = known == null ? null : known.reachedPeer(port.number);
        return other != null && other.crossed && other != port;
    }
}
