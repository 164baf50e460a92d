// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/** A subnet that no subnet manager would like, and that the text can hold. */
final class RandomSubnet {
    private static final List<String> NAMES =
            List.of(
                    "",
                    " ",
                    "\"",
                    "plain HCA-1",
                    " front and behind ",
                    "a \"quoted\" name",
                    "\" lid 5 4xQDR",
                    "x\" enhanced port 0 lid 7 lmc 0",
                    "# [1] (a1)",
                    "H-0000000000000001",
                    "Übergröße",
                    "节点",
                    "\ud83d\ude00",
                    "MF0;spine:MQM8700/U1");

    private final Random random;
    private final List<FabricNode> bare = new ArrayList<>();
    private final List<TreeMap<Integer, FabricPort>> ports = new ArrayList<>();
    private final List<FabricLink> links = new ArrayList<>();
    private int lids;

    RandomSubnet(long seed) {
        random = new Random(seed);
    }

    /**
     * Builds one.
     *
     * @param duplicates whether some nodes share a GUID
     */
    Topology build(int size, boolean duplicates) {
        for (NodeType type : List.of(NodeType.SWITCH, NodeType.CA, NodeType.ROUTER)) {
            int count = 1 + random.nextInt(size);
            for (int i = 0; i < count; i++) {
                addNode(type, duplicates && !bare.isEmpty() && random.nextInt(4) == 0);
            }
        }
        List<LinkEnd> free = new ArrayList<>();
        List<Integer> owners = new ArrayList<>();
        for (int node = 0; node < bare.size(); node++) {
            for (int port = 1; port <= bare.get(node).portCount(); port++) {
                if (random.nextInt(3) > 0) {
                    owners.add(free.size());
                    free.add(new LinkEnd(NodeKey.of(new Guid(node)), port));
                }
            }
        }
        Collections.shuffle(owners, random);
        for (int i = 0; i + 1 < owners.size(); i += 2) {
            join(free.get(owners.get(i)), free.get(owners.get(i + 1)));
        }
        return topology();
    }

    private void addNode(NodeType type, boolean duplicate) {
        Guid guid = new Guid(random.nextLong());
        int instance = 0;
        if (duplicate) {
            guid = bare.get(random.nextInt(bare.size())).guid();
            for (FabricNode node : bare) {
                instance += node.guid().equals(guid) ? 1 : 0;
            }
        }
        int index = bare.size();
        int portCount = 1 + random.nextInt(type == NodeType.SWITCH ? 40 : 2);
        boolean isSwitch = type == NodeType.SWITCH;
        Guid portGuid = isSwitch ? new Guid(random.nextLong()) : Guid.ZERO;
        bare.add(
                new FabricNode(
                        new NodeKey(guid, instance),
                        type,
                        NAMES.get(random.nextInt(NAMES.size())),
                        portCount,
                        random.nextBoolean() ? Guid.ZERO : new Guid(random.nextLong()),
                        portGuid,
                        random.nextInt(1 << 24),
                        random.nextInt(1 << 16),
                        0,
                        isSwitch && random.nextBoolean(),
                        DirectedRoute.LOCAL,
                        List.of()));
        ports.add(new TreeMap<>());
        if (isSwitch) {
            ports.get(index).put(0, port(0, portGuid, nextLid(), random.nextInt(8), null, null));
        }
    }

    /** The key of an end here is the node's place in the list. */
    private void join(LinkEnd one, LinkEnd other) {
        LinkWidth width = any(List.of(LinkWidth.values()));
        LinkSpeed speed = any(List.of(LinkSpeed.values()));
        addPort(one, width, speed);
        addPort(other, width, speed);
        links.add(new FabricLink(real(one), real(other), width, speed));
    }

    private void addPort(LinkEnd end, LinkWidth width, LinkSpeed speed) {
        int node = (int) end.node().guid().value();
        boolean isSwitch = bare.get(node).type() == NodeType.SWITCH;
        Guid guid = isSwitch ? Guid.ZERO : new Guid(random.nextLong());
        Lid lid = isSwitch ? Lid.NONE : nextLid();
        int lmc = isSwitch ? 0 : random.nextInt(8);
        ports.get(node).put(end.port(), port(end.port(), guid, lid, lmc, width, speed));
    }

    private LinkEnd real(LinkEnd end) {
        return new LinkEnd(bare.get((int) end.node().guid().value()).key(), end.port());
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private Lid nextLid() {
        lids++;
        return new Lid(lids);
    }

    private Topology topology() {
        List<FabricNode> nodes = new ArrayList<>();
        for (int i = 0; i < bare.size(); i++) {
            FabricNode node = bare.get(i);
            List<FabricPort> own = List.copyOf(ports.get(i).values());
            nodes.add(
                    new FabricNode(
                            node.key(),
                            node.type(),
                            node.description(),
                            node.portCount(),
                            node.systemImageGuid(),
                            own.isEmpty() ? Guid.ZERO : own.get(0).guid(),
                            node.vendorId(),
                            node.deviceId(),
                            0,
                            node.enhancedPort0(),
                            DirectedRoute.LOCAL,
                            own));
        }
        return new Topology("random", null, 0, nodes, links, List.of(), List.of(), null);
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
