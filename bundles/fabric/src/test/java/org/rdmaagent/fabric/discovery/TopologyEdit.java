// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.Topology;

/** The same subnet a while later: what somebody has plugged, pulled, replaced or broken in it. */
final class TopologyEdit {
    private final Topology before;
    private final List<FabricNode> nodes;
    private final List<FabricLink> links;

    private TopologyEdit(Topology before) {
        this.before = before;
        this.nodes = new ArrayList<>(before.nodes());
        this.links = new ArrayList<>(before.links());
    }

    static TopologyEdit of(Topology before) {
        return new TopologyEdit(before);
    }

    /** The cable in a port. */
    static FabricLink link(Topology topology, LinkEnd end) {
        return topology.links().stream()
                .filter(link -> link.first().equals(end) || link.second().equals(end))
                .findFirst()
                .orElseThrow();
    }

    /** The port at the other end of its cable. */
    static LinkEnd peer(Topology topology, LinkEnd end) {
        FabricLink link = link(topology, end);
        return link.first().equals(end) ? link.second() : link.first();
    }

    /** Takes a node away with all its cables. */
    TopologyEdit remove(String description) {
        NodeKey gone = Sweeping.named(before, description).key();
        nodes.removeIf(node -> node.key().equals(gone));
        links.removeIf(link -> touches(link, gone));
        return this;
    }

    /** Pulls a cable for good. */
    TopologyEdit pull(LinkEnd end) {
        if (!links.removeIf(link -> link.first().equals(end) || link.second().equals(end))) {
            throw new IllegalArgumentException("no cable at " + end);
        }
        return this;
    }

    TopologyEdit plug(LinkEnd one, LinkEnd other) {
        links.add(new FabricLink(one, other, LinkWidth.W4X, LinkSpeed.HDR));
        return this;
    }

    /** Puts a new host, made after another one, at a port. */
    TopologyEdit addLike(String model, Guid guid, String description, LinkEnd at) {
        FabricNode host = Sweeping.named(before, model);
        FabricPort port = host.ports().get(0);
        FabricPort own = changed(port, new Guid(guid.value() + 1), new Lid(0x7000), port.speed());
        NodeKey key = NodeKey.of(guid);
        int instance = (int) nodes.stream().filter(node -> node.guid().equals(guid)).count();
        key = instance == 0 ? key : new NodeKey(guid, instance);
        nodes.add(changed(host, key, description, List.of(own)));
        return plug(new LinkEnd(key, own.number()), at);
    }

    /** Lets a cable run at another speed. */
    TopologyEdit retrain(FabricLink link, LinkSpeed speed) {
        links.replaceAll(
                each ->
                        each.equals(link)
                                ? new FabricLink(link.first(), link.second(), link.width(), speed)
                                : each);
        for (LinkEnd end : List.of(link.first(), link.second())) {
            ports(
                    end.node(),
                    port ->
                            port.number() == end.port()
                                    ? changed(port, port.guid(), port.lid(), speed)
                                    : port);
        }
        return this;
    }

    /** Gives the only port with a LID another one, as a subnet manager does after a reboot. */
    TopologyEdit renumber(String description, int lid) {
        ports(
                Sweeping.named(before, description).key(),
                port ->
                        port.lid().equals(Lid.NONE)
                                ? port
                                : changed(port, port.guid(), new Lid(lid), port.speed()));
        return this;
    }

    TopologyEdit rename(String description, String newDescription) {
        NodeKey key = Sweeping.named(before, description).key();
        nodes.replaceAll(
                node ->
                        node.key().equals(key)
                                ? changed(node, key, newDescription, node.ports())
                                : node);
        return this;
    }

    Topology done() {
        return new Topology(
                before.source(),
                before.origin().orElseThrow(),
                before.originPort(),
                nodes,
                links,
                List.of(),
                List.of(),
                null);
    }

    private void ports(NodeKey key, UnaryOperator<FabricPort> change) {
        nodes.replaceAll(
                node ->
                        node.key().equals(key)
                                ? changed(
                                        node,
                                        key,
                                        node.description(),
                                        node.ports().stream().map(change).toList())
                                : node);
    }

    private static boolean touches(FabricLink link, NodeKey key) {
        return link.first().node().equals(key) || link.second().node().equals(key);
    }

    private static FabricPort changed(
            FabricPort port, Guid guid, Lid lid, @Nullable LinkSpeed speed) {
        return new FabricPort(
                port.number(),
                guid,
                lid,
                port.lmc(),
                port.smLid(),
                port.state(),
                port.physicalState(),
                port.width(),
                speed,
                port.widthSupported(),
                port.speedsSupported(),
                port.mtuBytes());
    }

    private static FabricNode changed(
            FabricNode node, NodeKey key, String description, List<FabricPort> ports) {
        return new FabricNode(
                key,
                node.type(),
                description,
                node.portCount(),
                node.systemImageGuid(),
                ports.get(0).guid().equals(Guid.ZERO) ? node.portGuid() : ports.get(0).guid(),
                node.vendorId(),
                node.deviceId(),
                node.revision(),
                node.enhancedPort0(),
                node.route(),
                ports);
    }
}
