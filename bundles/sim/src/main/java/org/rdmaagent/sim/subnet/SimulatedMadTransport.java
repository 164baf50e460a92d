// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import java.util.List;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.spi.MadTransport;

/** libibumad over a simulated subnet. */
public final class SimulatedMadTransport implements MadTransport {
    private static final int ENODEV = 19;
    private static final int EPROTONOSUPPORT = 93;

    private final Subnet subnet;
    private final List<MadPort> ports;

    /** Opens these ports, on this subnet. */
    public SimulatedMadTransport(Subnet subnet, List<MadPort> ports) {
        this.subnet = subnet;
        this.ports = List.copyOf(ports);
    }

    @Override
    public List<PortId> ports() {
        return ports.stream().filter(MadPort::infiniBand).map(MadPort::id).toList();
    }

    @Override
    public MadSession open(PortId port) {
        MadPort found =
                ports.stream()
                        .filter(candidate -> candidate.id().equals(port))
                        .findFirst()
                        .orElseThrow(() -> refused(ENODEV, port, "use one of " + ports()));
        if (!found.infiniBand()) {
            throw refused(
                    EPROTONOSUPPORT,
                    port,
                    "an Ethernet port has no QP0; use an InfiniBand port: " + ports());
        }
        return new SimulatedMadSession(subnet, found);
    }

    private static RdmaException refused(int errno, PortId port, String remedy) {
        return new RdmaException("umad_open_port", Errno.of(errno), port.toString(), remedy);
    }
}
