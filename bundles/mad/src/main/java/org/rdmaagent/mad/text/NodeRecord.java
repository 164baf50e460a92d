// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;

/** A node while its file is read: its own lines, and the ports as they become known. */
final class NodeRecord {
    final int line;
    final NodeType type;
    final Guid guid;
    final String description;
    final NodeIds ids;
    final PortZero portZero;
    private final boolean described;
    private final @Nullable PortLine[] lines;
    private final boolean[] cabled;
    private final @Nullable FabricPort[] ports;
    private int portCount;
    private @Nullable NodeKey key;

    private NodeRecord(
            int line,
            NodeName name,
            int portCount,
            NodeIds ids,
            String description,
            PortZero portZero,
            boolean described) {
        this.line = line;
        this.type = name.type();
        this.guid = name.guid();
        this.description = description;
        this.ids = ids;
        this.portZero = portZero;
        this.described = described;
        this.portCount = portCount;
        int size = 1 + (described ? portCount : PortLine.LAST_PORT);
        this.lines = new PortLine[size];
        this.cabled = new boolean[size];
        this.ports = new FabricPort[size];
    }

    /**
     * Reads a node's own line, behind its first word.
     *
     * @param ids what stood before it; dropped if it belongs to another node
     * @throws BadLineException if it does not say which node it is
     */
    static NodeRecord read(LineCursor in, int line, NodeType type, NodeIds ids) {
        int portCount = in.skipBlanks().number(1, PortLine.LAST_PORT, "number of ports");
        in.skipBlanks();
        NodeName name = NodeName.read(in);
        if (name.type() != type) {
            in.complain("the name " + name + " is that of another type of node; it was ignored");
        }
        NodeIds own = ids;
        if (ids.nodeGuid != null && !ids.nodeGuid.equals(name.guid())) {
            in.complain(
                    "the lines above are about "
                            + ids.nodeGuid
                            + "; what they say was ignored: look for lost lines");
            own = new NodeIds(line);
        }
        if (!in.skipBlanks().accept('#')) {
            in.complain("'#' is missing" + in.here() + "; the line seems to be cut off");
        }
        String description = in.description();
        PortZero zero = type == NodeType.SWITCH ? PortZero.read(in) : PortZero.NONE;
        NodeName exact = new NodeName(type, name.guid());
        return new NodeRecord(line, exact, portCount, own, description, zero, true);
    }

    /** A node that other nodes' lines name and that has no lines of its own. */
    static NodeRecord named(PortLine by) {
        boolean isSwitch = by.peer().type() == NodeType.SWITCH;
        return new NodeRecord(
                by.line(),
                by.peer(),
                0,
                new NodeIds(by.line()),
                by.peerDescription(),
                isSwitch ? new PortZero(false, by.peerLid(), 0) : PortZero.NONE,
                false);
    }

    /**
     * Takes a line of this node.
     *
     * @throws BadLineException if the node cannot have that port, or has it already
     */
    void add(PortLine portLine) {
        int port = portLine.port();
        if (port > portCount) {
            throw new BadLineException("port " + port + " of a node that has " + portCount);
        }
        if (lines[port] != null) {
            throw new BadLineException("port " + port + " is listed a second time");
        }
        lines[port] = portLine;
        boolean isSwitch = type == NodeType.SWITCH;
        ports[port] =
                port(
                        port,
                        isSwitch ? Guid.ZERO : portLine.portGuid(),
                        isSwitch ? Lid.NONE : portLine.lid(),
                        isSwitch ? 0 : portLine.lmc(),
                        portLine.width(),
                        portLine.speed());
    }

    /** Takes a port that only the other end of its cable tells. */
    void addFromPeer(PortLine by) {
        boolean isSwitch = type == NodeType.SWITCH;
        int port = by.peerPort();
        portCount = Math.max(portCount, port);
        ports[port] =
                port(
                        port,
                        isSwitch ? Guid.ZERO : by.peerPortGuid(),
                        isSwitch ? Lid.NONE : by.peerLid(),
                        0,
                        by.width(),
                        by.speed());
    }

    boolean described() {
        return described;
    }

    int portCount() {
        return portCount;
    }

    /** The line of a port; null if it has none. */
    @Nullable PortLine line(int port) {
        return port < lines.length ? lines[port] : null;
    }

    /** The lines, by port. */
    List<PortLine> portLines() {
        List<PortLine> present = new ArrayList<>();
        for (PortLine portLine : lines) {
            if (portLine != null) {
                present.add(portLine);
            }
        }
        return present;
    }

    boolean has(int port) {
        return port < cabled.length;
    }

    boolean cabled(int port) {
        return cabled[port];
    }

    void cable(int port) {
        cabled[port] = true;
    }

    NodeKey key() {
        return Objects.requireNonNull(key);
    }

    void key(NodeKey assigned) {
        key = assigned;
    }

    /** The number of the port with a GUID; 0 if none has it. */
    int portWith(Guid portGuid) {
        for (FabricPort port : ports) {
            if (port != null && port.guid().equals(portGuid) && !portGuid.equals(Guid.ZERO)) {
                return port.number();
            }
        }
        return 0;
    }

    /**
     * The node.
     *
     * @param reachedBy the GUID of the port that the view starts at; zero if it starts elsewhere
     */
    FabricNode toNode(Guid reachedBy) {
        List<FabricPort> present = new ArrayList<>();
        if (type == NodeType.SWITCH) {
            present.add(port(0, ids.portGuid, portZero.lid(), portZero.lmc(), null, null));
        }
        for (FabricPort port : ports) {
            if (port != null) {
                present.add(port);
            }
        }
        return new FabricNode(
                key(),
                type,
                description,
                portCount,
                ids.systemImageGuid,
                reachedBy.equals(Guid.ZERO) ? firstPortGuid(present) : reachedBy,
                ids.vendorId,
                ids.deviceId,
                0,
                portZero.enhanced(),
                DirectedRoute.LOCAL,
                present);
    }

    private static Guid firstPortGuid(List<FabricPort> present) {
        return present.isEmpty() ? Guid.ZERO : present.get(0).guid();
    }

    private static FabricPort port(
            int number,
            Guid guid,
            Lid lid,
            int lmc,
            @Nullable LinkWidth width,
            @Nullable LinkSpeed speed) {
        return new FabricPort(
                number,
                guid,
                lid,
                lmc,
                Lid.NONE,
                PortState.ACTIVE,
                PortPhysicalState.LINK_UP,
                width,
                speed,
                0,
                0,
                0);
    }
}
