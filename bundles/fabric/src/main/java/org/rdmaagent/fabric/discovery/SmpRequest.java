// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.mad.SmpAttribute;

/** A question of a sweep, from the backlog to its end. Used by the sweep's thread only. */
final class SmpRequest {
    private static final int[] NEVER_SENT = {};

    /** How much the asker knows about what is behind the link. */
    enum Certainty {
        /** The link is up. */
        KNOWN,
        /** Whether the link is up was not told. */
        BLIND,
        /** Asked again when everything else is known, so that the answer can be judged. */
        LAST_WORD,
        /** Asks the node that stands before a channel adapter on the route to it. */
        STEP_BACK
    }

    final SmpAttribute attribute;
    final DirectedRoute route;

    /** The node that is asked; null where NodeInfo is to tell which one that is. */
    final @Nullable FoundNode node;

    /**
     * The port that the question is about; for NodeInfo the one it leaves by, null at the start. Of
     * a step back: the port at the far end of the link.
     */
    final @Nullable FoundPort port;

    final Certainty certainty;

    /** Whether an earlier sweep told what is at the other end of the link. */
    boolean hinted;

    /** Transaction ids of all times it was sent: an answer to an earlier one is as good. */
    int[] transactionIds = NEVER_SENT;

    int attempts;

    /** When the last attempt was sent, nanoseconds of the session's clock. */
    long sentAt;

    /** Whether the last attempt still waits for its answer. */
    boolean onWire;

    boolean finished;

    /** What the last attempt brought; empty if nothing came. */
    String lastStatus = "";

    /** The next one that waits for the same target. */
    @Nullable SmpRequest next;

    private SmpRequest(
            SmpAttribute attribute,
            DirectedRoute route,
            @Nullable FoundNode node,
            @Nullable FoundPort port,
            Certainty certainty) {
        this.attribute = attribute;
        this.route = route;
        this.node = node;
        this.port = port;
        this.certainty = certainty;
    }

    /** Which node is at the end of this route? */
    static SmpRequest start(DirectedRoute route) {
        return new SmpRequest(SmpAttribute.NODE_INFO, route, null, null, Certainty.KNOWN);
    }

    static SmpRequest across(FoundPort port, Certainty certainty) {
        DirectedRoute route = port.node.route.then(port.number);
        return new SmpRequest(SmpAttribute.NODE_INFO, route, null, port, certainty);
    }

    /** Which node is the last but one on the route to this port? */
    static SmpRequest stepBack(FoundPort port, DirectedRoute route) {
        return new SmpRequest(SmpAttribute.NODE_INFO, route, null, port, Certainty.STEP_BACK);
    }

    static SmpRequest aboutNode(FoundNode node, SmpAttribute attribute) {
        return new SmpRequest(attribute, node.route, node, null, Certainty.KNOWN);
    }

    static SmpRequest aboutPort(FoundPort port, SmpAttribute attribute) {
        return new SmpRequest(attribute, port.route, port.node, port, Certainty.KNOWN);
    }

    /** Whether it leaves a known port to find what is behind. */
    boolean crosses() {
        return node == null && port != null && certainty != Certainty.STEP_BACK;
    }

    /** The attribute modifier: a port's number where the attribute is one of a port. */
    int modifier() {
        return node == null || port == null ? 0 : port.number;
    }

    /** Whether this is the attempt that it waits for. */
    boolean awaits(int transactionId) {
        return onWire && transactionIds[attempts - 1] == transactionId;
    }
}
