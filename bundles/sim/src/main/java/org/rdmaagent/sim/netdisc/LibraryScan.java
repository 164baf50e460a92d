// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.netdisc;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;
import org.rdmaagent.spi.ScannedPort;

/**
 * How libibnetdisc goes through a fabric (libibnetdisc/ibnetdisc.c), its habits included:
 *
 * <ul>
 *   <li>A question without a good answer is left out of the result without a word. Where that was
 *       PortInfo of a switch's port 0, none of its other ports is asked.
 *   <li>A limit of hops stops the scan as a whole once a route is longer than it: one node beyond
 *       may be in the result, and nodes within it may be missing if they answer late.
 *   <li>Each cable is asked from both ends, except back along the one that the node was found by.
 *   <li>Nodes are told apart by their GUID alone: of two with the same one, the second counts as
 *       the first, and its cables move there.
 *   <li>A scan from a channel adapter goes back along its route, and takes the cable for one to the
 *       port that the route entered the switch by.
 * </ul>
 *
 * <p>For one thread, once.
 */
final class LibraryScan {
    private static final int EINVAL = 22;

    private final MadSession session;
    private final FabricScanRequest request;
    private final LibraryLines lines;
    private final SmpWindow window;
    private final List<FoundNode> nodes = new ArrayList<>();
    private final Map<Guid, FoundNode> byGuid = new HashMap<>();
    private int fromPort;
    private int hopsFound;

    LibraryScan(MadSession session, FabricScanRequest request, LibraryLines lines) {
        this.session = session;
        this.request = request;
        this.lines = lines;
        this.window = new SmpWindow(session, request, lines);
    }

    /** Scans; the result has no node if the first one does not answer. */
    ScannedFabric run() {
        long deadline = session.nanoTime() + request.deadline().toNanos();
        try {
            askNodeInfo(request.from(), null);
        } catch (RdmaException e) {
            if (e.errno().number() != EINVAL) {
                throw e;
            }
            // A route that cannot be sent is a fabric without a node, as in the library.
            lines.notSent(String.valueOf(e.getMessage()));
        }
        window.drain(deadline);
        List<ScannedNode> scanned = nodes.stream().map(LibraryScan::scanned).toList();
        return new ScannedFabric(
                scanned, fromPort, window.sent(), hopsFound + request.from().hops());
    }

    private void askNodeInfo(DirectedRoute route, @Nullable FoundPort near) {
        window.ask(
                new SmpWindow.Smp(
                        route,
                        SmpAttribute.NODE_INFO,
                        0,
                        told -> arrived(route, told, near),
                        () -> {}));
    }

    private void askPortInfo(DirectedRoute route, FoundNode node, int port) {
        window.ask(
                new SmpWindow.Smp(
                        route,
                        SmpAttribute.PORT_INFO,
                        port,
                        told -> portInfo(route, node, port, told),
                        () -> {}));
    }

    /** NodeInfo of whatever is at the end of a route, with the port that the cable began at. */
    private void arrived(DirectedRoute route, byte[] told, @Nullable FoundPort near) {
        FoundNode seen = new FoundNode(nodes.size(), route, told);
        FoundNode node = byGuid.getOrDefault(seen.guid(), seen);
        boolean isNew = node == seen;
        if (isNew) {
            byGuid.put(node.guid(), node);
            nodes.add(node);
        }
        FoundPort port = node.port(seen.info().localPort());
        port.guid(seen.info().portGuid());
        lines.found(route, node, port, isNew);
        if (near == null) {
            fromPort = port.number();
        } else {
            port.link(near);
        }
        if (isNew) {
            describe(route, node);
        }
        if (!node.isSwitch()) {
            askPortInfo(route, node, port.number());
        }
    }

    private void describe(DirectedRoute route, FoundNode node) {
        window.ask(
                new SmpWindow.Smp(
                        route, SmpAttribute.NODE_DESCRIPTION, 0, node::description, () -> {}));
        if (node.isSwitch()) {
            window.ask(
                    new SmpWindow.Smp(
                            route, SmpAttribute.SWITCH_INFO, 0, node::switchInfo, () -> {}));
            askPortInfo(route, node, 0);
        }
    }

    private void portInfo(DirectedRoute route, FoundNode node, int number, byte[] told) {
        boolean known = node.knows(number);
        FoundPort port = node.port(number);
        if (!known) {
            port.guid(node.info().portGuid());
        }
        port.portInfo(told);
        if (mayBeFdr10(port)) {
            window.ask(
                    new SmpWindow.Smp(
                            route,
                            SmpAttribute.MLNX_EXT_PORT_INFO,
                            number,
                            extension -> {
                                port.extension(extension);
                                follow(route, port);
                            },
                            () -> follow(route, port)));
        } else {
            follow(route, port);
        }
        if (number == 0) {
            for (int other = 1; other <= node.info().portCount(); other++) {
                askPortInfo(route, node, other);
            }
        }
    }

    /** What looks like QDR is FDR10 on some of Mellanox's; only those are asked. */
    private static boolean mayBeFdr10(FoundPort port) {
        FoundNode node = port.node();
        PortInfo info = port.info();
        // The external ports of a switch leave the capabilities to port 0.
        int capabilities =
                node.isSwitch()
                        ? node.knows(0) ? node.port(0).info().capabilityMask() : 0
                        : info.capabilityMask();
        boolean extended = (capabilities & PortInfo.CAP_EXTENDED_SPEEDS) != 0;
        return up(info)
                && knowsExtension(node.info().deviceId())
                && info.activeSpeed(extended).filter(LinkSpeed.QDR::equals).isPresent();
    }

    private static boolean knowsExtension(int device) {
        boolean ofSwitch =
                switch (device) {
                    case 0xc738, 0xc739, 0xc73a, 0xc73b, 0xc839 -> true;
                    case 0xcb20, 0xcf08, 0xcf09, 0xd2f0 -> true;
                    default -> false;
                };
        return ofSwitch || (device >= 0x1003 && device <= 0x101b) || device == 0xa2d2;
    }

    private static boolean up(PortInfo info) {
        return info.portPhysicalState() == PortPhysicalState.LINK_UP.code();
    }

    /** Goes through the cable of a port, where there is one that is worth it. */
    private void follow(DirectedRoute route, FoundPort port) {
        FoundNode node = port.node();
        PortInfo info = port.info();
        boolean origin = node.index() == 0 && port.number() == fromPort;
        boolean onward = node.isSwitch() && port.number() != info.localPort();
        if (port.number() == 0 || !up(info) || !(onward || origin)) {
            return;
        }
        if (request.maxHops() != 0 && hopsFound > request.maxHops()) {
            return;
        }
        if (!node.isSwitch() && route.hops() > 1) {
            hopsFound++;
            askNodeInfo(shortened(route), port);
        } else if (route.hops() == DirectedRoute.MAX_HOPS) {
            lines.tooFar(route, port.number());
        } else {
            DirectedRoute longer = route.then(port.number());
            if (longer.hops() - request.from().hops() > hopsFound) {
                hopsFound++;
            }
            askNodeInfo(longer, port);
        }
    }

    private static DirectedRoute shortened(DirectedRoute route) {
        int[] ports = new int[route.hops() - 1];
        for (int hop = 0; hop < ports.length; hop++) {
            ports[hop] = route.port(hop);
        }
        return DirectedRoute.of(ports);
    }

    private static ScannedNode scanned(FoundNode node) {
        List<ScannedPort> ports = new ArrayList<>();
        for (FoundPort port : node.ports()) {
            FoundPort peer = port.peer();
            ports.add(
                    new ScannedPort(
                            port.number(),
                            port.guid(),
                            ByteBuffer.wrap(port.portInfo()),
                            ByteBuffer.wrap(port.extension()),
                            peer == null ? -1 : peer.node().index(),
                            peer == null ? -1 : peer.number()));
        }
        return new ScannedNode(
                node.route(),
                ByteBuffer.wrap(node.nodeInfo()),
                ByteBuffer.wrap(node.description()),
                ByteBuffer.wrap(node.switchInfo()),
                ports);
    }
}
