// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.NodeInfo;

/** What a sweep knows of a node so far. */
final class FoundNode {
    final NodeKey key;
    final NodeType type;
    final NodeInfo info;
    final DirectedRoute route;

    /** What all that is asked of this node shares. */
    final SmpTarget target;

    /** The how manieth node that was found, from 0. */
    final int order;

    /** Links between it and the node where the sweep began, as far as is known. */
    int distance = Reach.FAR;

    /** The same node in an earlier result; null if there is none. */
    @Nullable KnownNode known;

    String description = "";
    boolean enhancedPort0;

    private @Nullable FoundPort[] ports;

    FoundNode(int order, NodeKey key, NodeType type, NodeInfo info, DirectedRoute route) {
        this.order = order;
        this.target = new SmpTarget(order);
        this.key = key;
        this.type = type;
        this.info = info;
        this.route = route;
        this.ports = new FoundPort[info.portCount() + 1];
    }

    boolean isSwitch() {
        return type == NodeType.SWITCH;
    }

    /** The port of a number; known from now on. */
    FoundPort port(int number) {
        if (number >= ports.length) {
            ports = Arrays.copyOf(ports, number + 1);
        }
        FoundPort port = ports[number];
        if (port == null) {
            port = new FoundPort(this, number);
            ports[number] = port;
        }
        return port;
    }

    /** The ports that are known, by number. */
    List<FoundPort> knownPorts() {
        List<FoundPort> known = new ArrayList<>(ports.length);
        for (FoundPort port : ports) {
            if (port != null) {
                known.add(port);
            }
        }
        return known;
    }

    /** Whether this can be the node that told {@code other}: what two boxes rarely share. */
    boolean looksLike(NodeInfo other) {
        return info.nodeType() == other.nodeType()
                && info.portCount() == other.portCount()
                && info.systemImageGuid().equals(other.systemImageGuid())
                && info.vendorId() == other.vendorId()
                && info.deviceId() == other.deviceId();
    }
}
