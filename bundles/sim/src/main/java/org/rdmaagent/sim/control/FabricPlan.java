// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.Topology;

/** A generated fabric while it grows: numbers and names its nodes. */
final class FabricPlan {
    // Two ranges that the largest subnet (49151 LIDs) cannot make overlap.
    private static final long SWITCH_GUIDS = 0x0002_c903_0050_0000L;
    private static final long HOST_GUIDS = 0x0002_c903_0010_0000L;
    private static final int GUIDS_PER_NODE = 0x10;
    private static final int MIN_SWITCH_PORTS = 40;
    private static final int MAX_SWITCH_PORTS = 254;

    private final FabricBuilder builder;
    private final List<NodeKey> hosts = new ArrayList<>();
    private int switchCount;

    FabricPlan(String name) {
        this.builder = new FabricBuilder(name);
    }

    static void require(String kind, int... numbers) {
        for (int number : numbers) {
            if (number < 1) {
                throw new IllegalArgumentException(kind + " has no " + number + " of anything");
            }
        }
    }

    FabricBuilder builder() {
        return builder;
    }

    List<NodeKey> switches(String name, int count, int portsNeeded) {
        if (portsNeeded > MAX_SWITCH_PORTS) {
            throw new IllegalArgumentException(
                    "a switch has at most 254 ports; this one needs " + portsNeeded);
        }
        List<NodeKey> made = new ArrayList<>(count);
        int ports = Math.max(MIN_SWITCH_PORTS, portsNeeded);
        for (int number = 1; number <= count; number++) {
            Guid guid = new Guid(SWITCH_GUIDS + (long) GUIDS_PER_NODE * switchCount++);
            made.add(builder.hdrSwitch(guid, name + number, ports));
        }
        return made;
    }

    /** From the port behind {@code lastHostPort} on: spine by spine, cable by cable. */
    void trunks(List<NodeKey> lower, List<NodeKey> upper, int lastHostPort, int trunk) {
        for (int leaf = 0; leaf < lower.size(); leaf++) {
            for (int cable = 0; cable < upper.size() * trunk; cable++) {
                int spinePort = leaf * trunk + cable % trunk + 1;
                NodeKey spine = upper.get(cable / trunk);
                builder.cable(lower.get(leaf), lastHostPort + cable + 1, spine, spinePort);
            }
        }
    }

    /** Hosts with one port each at the ports of a leaf. */
    void hosts(NodeKey leaf, int firstPort, int lastPort) {
        for (int port = firstPort; port <= lastPort; port++) {
            host(leaf, port, LinkWidth.W4X, LinkSpeed.HDR);
        }
    }

    /** A host with one port at a port of a leaf. */
    void host(NodeKey leaf, int port, LinkWidth width, LinkSpeed speed) {
        String description = "host" + (hosts.size() + 1) + " HCA-1";
        NodeKey host = builder.hdrHost(nextHostGuid(), description, 1);
        hosts.add(host);
        builder.cable(host, 1, leaf, port, width, speed);
    }

    /** A host that was added to the builder with {@link #nextHostGuid}. */
    void host(NodeKey key) {
        hosts.add(key);
    }

    Guid nextHostGuid() {
        return new Guid(HOST_GUIDS + (long) GUIDS_PER_NODE * hosts.size());
    }

    /** Seen from the first host. */
    Topology build() {
        return builder.build(hosts.get(0), 1);
    }
}
