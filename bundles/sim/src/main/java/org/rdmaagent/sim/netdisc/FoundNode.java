// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.netdisc;

import java.util.Collection;
import java.util.TreeMap;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.NodeInfo;

/** A node as the library keeps it. */
final class FoundNode {
    private final int index;
    private final DirectedRoute route;
    private final byte[] nodeInfo;
    private final NodeInfo info;
    private byte[] description = new byte[DirectedRouteSmp.DATA_SIZE];
    private byte[] switchInfo = new byte[DirectedRouteSmp.DATA_SIZE];
    private final TreeMap<Integer, FoundPort> ports = new TreeMap<>();

    /** The node of this place in the result, found by this route. */
    FoundNode(int index, DirectedRoute route, byte[] nodeInfo) {
        this.index = index;
        this.route = route;
        this.nodeInfo = nodeInfo;
        this.info = NodeInfo.decode(nodeInfo);
    }

    int index() {
        return index;
    }

    DirectedRoute route() {
        return route;
    }

    byte[] nodeInfo() {
        return nodeInfo;
    }

    NodeInfo info() {
        return info;
    }

    Guid guid() {
        return info.nodeGuid();
    }

    boolean isSwitch() {
        return info.nodeType() == NodeType.SWITCH.code();
    }

    byte[] description() {
        return description;
    }

    void description(byte[] told) {
        description = told;
    }

    byte[] switchInfo() {
        return switchInfo;
    }

    void switchInfo(byte[] told) {
        switchInfo = told;
    }

    /** The port of a number; made if it was not known. */
    FoundPort port(int number) {
        FoundPort known = ports.get(number);
        if (known == null) {
            known = new FoundPort(this, number);
            ports.put(number, known);
        }
        return known;
    }

    boolean knows(int number) {
        return ports.containsKey(number);
    }

    Collection<FoundPort> ports() {
        return ports.values();
    }
}
