// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionFlag;

/** The ways from port to port: what is right, and who is there. The world's lock is held. */
final class Addresses {
    private static final int MOST_HOPS = 0xff;

    private Addresses() {}

    /** What is wrong with a way; empty if nothing is. */
    static Optional<String> flaw(SimulatedHca hca, AhAttributes way) {
        if (!hca.hasPort(way.portNum())) {
            return Optional.of("the port lies in 1.." + hca.device().portCount());
        }
        if (hca.isEthernet(way.portNum()) && way.grh().isEmpty()) {
            return Optional.of("port " + way.portNum() + " is Ethernet: give a global route");
        }
        if (way.grh().isPresent() && sourceGid(hca, way).isEmpty()) {
            return Optional.of(
                    "row "
                            + way.grh().get().sgidIndex()
                            + " of the GID table of port "
                            + way.portNum()
                            + " is not in use");
        }
        return Optional.empty();
    }

    /** The own GID that a way names. */
    static Optional<Gid> sourceGid(SimulatedHca hca, AhAttributes way) {
        if (way.grh().isEmpty()) {
            return Optional.empty();
        }
        int index = way.grh().get().sgidIndex();
        return hca.port(way.portNum()).gids().stream()
                .filter(entry -> entry.index() == index)
                .map(GidEntry::gid)
                .findFirst();
    }

    /** The way back (ibv_init_ah_from_wc). */
    static AhAttributes ofCompletion(
            SimulatedHca hca,
            String name,
            WorkCompletion completion,
            ByteBuffer header,
            int portNum) {
        CompletionDetails details =
                completion
                        .details()
                        .filter(told -> told.opcode().isReceive())
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "the way back is that of a receive that succeeded,"
                                                        + " not of "
                                                        + completion));
        if (!hca.hasPort(portNum)) {
            throw Refusal.invalid("ibv_create_ah", name, "there is no port " + portNum);
        }
        Optional<GlobalRoute> route =
                details.flags().contains(WorkCompletionFlag.GRH)
                        ? Optional.of(routeBack(hca, name, header, portNum))
                        : Optional.empty();
        return new AhAttributes(
                route, new Lid(details.slid()), details.sl(), details.dlidPathBits(), 0, portNum);
    }

    private static GlobalRoute routeBack(
            SimulatedHca hca, String name, ByteBuffer area, int portNum) {
        NetworkHeader header =
                NetworkHeader.parse(area)
                        .orElseThrow(
                                () ->
                                        Refusal.invalid(
                                                "ibv_create_ah",
                                                name,
                                                "the 40 bytes hold no network header"));
        int index =
                hca.port(portNum).gids().stream()
                        .filter(entry -> entry.gid().equals(header.dgid()))
                        .mapToInt(GidEntry::index)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        Refusal.invalid(
                                                "ibv_create_ah",
                                                name,
                                                header.dgid()
                                                        + " is not in the GID table of port "
                                                        + portNum
                                                        + ": answer to a group by a way that you"
                                                        + " make yourself"));
        return new GlobalRoute(
                header.sgid(), header.flowLabel(), index, MOST_HOPS, header.trafficClass());
    }

    /** A port of a device that is reached. */
    record Reached(SimulatedHca hca, int port) {}

    /** The active port at the end of a way that begins at an active one; empty if none is. */
    static Optional<Reached> destination(SimulatedHca from, AhAttributes way) {
        if (!from.hasPort(way.portNum()) || !from.isActive(way.portNum())) {
            return Optional.empty();
        }
        boolean ethernet = from.isEthernet(way.portNum());
        for (SimulatedHca hca : from.world().devices()) {
            for (int port = 1; port <= hca.device().portCount(); port++) {
                if (hca.device().present()
                        && hca.isEthernet(port) == ethernet
                        && hca.isActive(port)
                        && isAddressed(hca.port(port), way, ethernet)) {
                    return Optional.of(new Reached(hca, port));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isAddressed(Port port, AhAttributes way, boolean ethernet) {
        if (ethernet) {
            Gid wanted = way.grh().map(GlobalRoute::dgid).orElse(new Gid(0, 0));
            return port.gids().stream().anyMatch(entry -> entry.gid().equals(wanted));
        }
        int base = port.attributes().lid().value();
        int lid = way.dlid().value();
        return base != 0 && lid >= base && lid < base + (1 << port.attributes().lmc());
    }
}
