// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.net.InetAddress;
import java.util.List;
import org.rdmaagent.PortId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmLibrary;

/** librdmacm over simulated devices. */
public final class SimulatedCmLibrary implements CmLibrary {
    private final CmWorld world;

    /** That of a world. */
    public SimulatedCmLibrary(CmWorld world) {
        this.world = world;
    }

    @Override
    public List<InetAddress> addresses(PortId port) {
        return world.rules().of(port);
    }

    @Override
    public CmLease lease(String owner) {
        return world.locked(() -> world.book().take(owner));
    }
}
