// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.List;
import java.util.stream.Collectors;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.MadTransport;

/**
 * The transport in use and who provides it.
 *
 * @param transport carries the MADs
 * @param provider {@code jna} or {@code sim}
 */
record MadCarrier(MadTransport transport, String provider) {
    private static final int ENODEV = 19;
    private static final int EPROTONOSUPPORT = 93;

    /** Refuses a port that is not there, and says which ones are. */
    void require(PortId port) {
        List<PortId> ports = transport.ports();
        if (!ports.contains(port)) {
            throw new RdmaException(
                    "umad_open_port",
                    Errno.of(ENODEV),
                    port.toString(),
                    why(port) + "; " + choice(ports));
        }
    }

    /** Nothing carries MADs: what is missing. */
    static RdmaException missing(PortId port) {
        return new RdmaException(
                "umad_open_port",
                Errno.of(ENODEV),
                port.toString(),
                "no provider of MADs is there: neither the native one (libibumad and an"
                        + " InfiniBand device) nor the simulated one (--provider sim) has"
                        + " registered a transport");
    }

    private String why(PortId port) {
        try {
            transport.open(port).close();
        } catch (RdmaException e) {
            return e.errno().number() == EPROTONOSUPPORT
                    ? "the port is an Ethernet port, which has no QP0 and carries no SMPs"
                    : "there is no such port";
        }
        return "the port is not listed";
    }

    private static String choice(List<PortId> ports) {
        return ports.isEmpty()
                ? "this host has no InfiniBand port"
                : "the ports that can sweep are "
                        + ports.stream().map(PortId::toString).collect(Collectors.joining(", "));
    }
}
