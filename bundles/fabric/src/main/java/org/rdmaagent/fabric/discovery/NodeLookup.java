// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.Guid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.Topology;

/** Turns the address of a node into the way to it, by what a sweep of the whole subnet found. */
final class NodeLookup {
    private static final int ENOENT = 2;
    private static final int EINVAL = 22;
    private static final int ESTALE = 116;
    private static final String DISCOVER_FIRST = "discover() the whole subnet first";

    private final PortId port;
    private final @Nullable Topology known;

    /**
     * A place that was looked up.
     *
     * @param route the way to it
     * @param guid who was there when the way was found; {@link Guid#ZERO} if nobody was asked for
     */
    record Place(DirectedRoute route, Guid guid) {}

    /**
     * A lookup.
     *
     * @param port for the texts
     * @param known what the last sweep of the whole subnet found; null if there is none
     */
    NodeLookup(PortId port, @Nullable Topology known) {
        this.port = port;
        this.known = known;
    }

    /**
     * Where a node is.
     *
     * @throws RdmaException ENOENT if it is not known, EINVAL if several nodes have the address
     */
    Place find(NodeAddress address) {
        if (address instanceof NodeAddress.ByRoute way) {
            return new Place(way.route(), Guid.ZERO);
        }
        Topology subnet = known;
        if (subnet == null) {
            throw failure(
                    ENOENT,
                    address,
                    "the way to it is looked up in the last sweep of the whole subnet, and there is"
                            + " none; "
                            + DISCOVER_FIRST);
        }
        List<FabricNode> nodes = subnet.nodes().stream().filter(wanted(address)).toList();
        if (nodes.isEmpty()) {
            throw failure(
                    ENOENT,
                    address,
                    "the last sweep of the whole subnet did not see it; " + DISCOVER_FIRST);
        }
        if (nodes.size() > 1) {
            throw failure(EINVAL, address, several(nodes));
        }
        return new Place(nodes.get(0).route(), nodes.get(0).guid());
    }

    /**
     * Whether a sweep has begun where it was to begin.
     *
     * @throws RdmaException ESTALE if another node is there now
     */
    Topology confirm(NodeAddress address, Place place, Topology found) {
        boolean same = found.origin().map(key -> key.guid().equals(place.guid())).orElse(true);
        if (!place.guid().equals(Guid.ZERO) && !same) {
            throw failure(
                    ESTALE,
                    address,
                    "another node is at "
                            + place.route()
                            + " now; "
                            + DISCOVER_FIRST
                            + ", so that the way to it is known again");
        }
        return found;
    }

    private static Predicate<FabricNode> wanted(NodeAddress address) {
        if (address instanceof NodeAddress.ByLid byLid) {
            int lid = byLid.lid().value();
            return node -> node.ports().stream().anyMatch(end -> has(end, lid));
        }
        Guid guid = ((NodeAddress.ByGuid) address).guid();
        return node ->
                node.guid().equals(guid)
                        || node.portGuid().equals(guid)
                        || node.ports().stream().anyMatch(end -> end.guid().equals(guid));
    }

    private static boolean has(FabricPort end, int lid) {
        int first = end.lid().value();
        return first > 0 && lid >= first && lid < first + (1 << end.lmc());
    }

    private static String several(List<FabricNode> nodes) {
        List<String> places = new ArrayList<>();
        for (FabricNode node : nodes) {
            places.add("'" + node.description() + "' (" + node.key() + ") at " + node.route());
        }
        return "several nodes have it: "
                + String.join(", ", places.subList(0, Math.min(places.size(), 4)))
                + "; give the directed route of the one that is meant";
    }

    private RdmaException failure(int errno, NodeAddress address, String text) {
        return new RdmaException("discover", Errno.of(errno), port + " from " + address, text);
    }
}
