// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.sa;

import org.rdmaagent.Gid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.Port;

/** Where the subnet manager of a port is to be found. Asked anew for each question. */
@FunctionalInterface
public interface SubnetPorts {
    /**
     * What the port of a session knows now.
     *
     * @throws RdmaException it cannot be told
     */
    SubnetPort port(MadSession session);

    /**
     * As libibverbs tells it; a port that it does not know is asked itself: a simulator may stand
     * behind libibumad alone.
     */
    static SubnetPorts ofDevices(DeviceService devices) {
        return session -> {
            try {
                return told(devices.port(session.port()));
            } catch (RdmaException e) {
                if (e.errno().number() != OwnPort.ENODEV) {
                    throw e;
                }
                return new OwnPort(session).ask();
            }
        };
    }

    /** As the port itself tells it. */
    static SubnetPorts ofManagement() {
        return session -> new OwnPort(session).ask();
    }

    private static SubnetPort told(Port port) {
        Gid gid =
                port.gids().stream()
                        .filter(row -> row.index() == 0)
                        .map(GidEntry::gid)
                        .findFirst()
                        .orElse(new Gid(0, 0));
        return new SubnetPort(port.attributes().smLid(), port.attributes().smSl(), gid);
    }
}
