// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.selftest;

import java.util.Comparator;
import java.util.Optional;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.Port;

/** The way from a port back to itself. */
final class PortPath {
    /** IBV_QPF_GRH_REQUIRED of {@code ibv_port_attr.flags}. */
    private static final int GRH_REQUIRED = 1;

    private static final int HOP_LIMIT = 64;
    private static final long MAPPED_IPV4 = 0xffff;
    private static final long LINK_LOCAL = 0xfe80L << 48;

    private PortPath() {}

    /**
     * By LID on InfiniBand, by GID on Ethernet.
     *
     * @throws RdmaException EADDRNOTAVAIL if a GID is needed and there is none
     */
    static AhAttributes of(Port port) {
        boolean ethernet = port.attributes().linkLayer() == LinkLayer.ETHERNET;
        int number = port.id().port();
        Lid lid = ethernet ? Lid.NONE : port.attributes().lid();
        if (!ethernet && (port.attributes().flags() & GRH_REQUIRED) == 0) {
            return AhAttributes.local(lid, number);
        }
        GidEntry gid =
                best(port)
                        .orElseThrow(
                                () ->
                                        new RdmaException(
                                                "ibv_query_gid",
                                                Errno.of(99),
                                                port.id().toString(),
                                                "the port has no GID: give its network interface "
                                                        + port.netdev()
                                                        + " an IP address and bring it up"));
        return AhAttributes.global(
                new GlobalRoute(gid.gid(), 0, gid.index(), HOP_LIMIT, 0), lid, number);
    }

    private static Optional<GidEntry> best(Port port) {
        return port.gids().stream()
                .min(Comparator.comparingInt(PortPath::rank).thenComparing(GidEntry::index));
    }

    /** A link-local GID need not lead to the interface's Ethernet address; IPv4 always does. */
    private static int rank(GidEntry entry) {
        Gid gid = entry.gid();
        if (!entry.type().equals("RoCE v2")) {
            return 3;
        }
        if (gid.prefix() == 0 && gid.interfaceId() >>> 32 == MAPPED_IPV4) {
            return 0;
        }
        return gid.prefix() == LINK_LOCAL ? 2 : 1;
    }
}
