// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.netdisc;

import java.util.Locale;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.FabricScanListener;
import org.rdmaagent.spi.FabricScanRequest;

/**
 * What the library says while it scans: always, which question got no good answer; on request, the
 * nodes, or every step.
 */
final class LibraryLines {
    private final FabricScanListener listener;
    private final boolean progress;
    private final boolean debug;

    LibraryLines(FabricScanListener listener, FabricScanRequest request) {
        this.listener = listener;
        this.progress = request.showProgress();
        this.debug = request.debug() > 0;
    }

    void asks(DirectedRoute route, SmpAttribute attribute, int modifier) {
        if (debug) {
            say("Query %s; %s port %d", attribute.label(), path(route), modifier);
        }
    }

    /** The description and the LIDs are those known so far: of a new node, none. */
    void found(DirectedRoute route, FoundNode node, FoundPort port, boolean isNew) {
        if (debug) {
            String which = isNew ? "new" : "old";
            say("Found %s node GUID 0x%x (%s)", which, node.guid().value(), path(route));
        }
        if (progress) {
            PortInfo info = (node.isSwitch() && node.knows(0) ? node.port(0) : port).info();
            say(
                    "%s -> %s %s {%016x} portnum %d lid %d-%d \"%s\"",
                    path(route),
                    isNew ? "new" : "known",
                    kind(node),
                    node.guid().value(),
                    node.isSwitch() ? 0 : port.number(),
                    info.lid(),
                    info.lid() + (1 << info.lmc()) - 1,
                    NodeDescription.decode(node.description()).text());
        }
    }

    void noAnswer(DirectedRoute route, SmpAttribute attribute, int modifier, int errno) {
        say("umad (%s Attr 0x%x:%d) bad status %d", path(route), attribute.code(), modifier, errno);
    }

    void badAnswer(DirectedRoute route, SmpAttribute attribute, int modifier, int status) {
        say(
                "mad (%s Attr 0x%x:%d) bad status 0x%x",
                path(route), attribute.code(), modifier, status);
    }

    void tooFar(DirectedRoute route, int port) {
        say("add port %d to DR path failed; %s", port, path(route));
    }

    void notSent(String reason) {
        say("send failed; %s", reason);
    }

    private static String path(DirectedRoute route) {
        return "DR path slid 0; dlid 0; " + route;
    }

    private static String kind(FoundNode node) {
        int code = node.info().nodeType();
        if (code == NodeType.SWITCH.code()) {
            return "Switch";
        }
        if (code == NodeType.CA.code()) {
            return "Channel Adapter";
        }
        return code == NodeType.ROUTER.code() ? "Router" : "unknown";
    }

    private void say(String format, Object... values) {
        listener.said(String.format(Locale.ROOT, format, values));
    }
}
