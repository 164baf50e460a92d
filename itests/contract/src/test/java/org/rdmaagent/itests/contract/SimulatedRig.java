// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Set;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.spi.VerbsLibrary;

/**
 * A device of the simulated world.
 *
 * @param gidIndex a row of its GID table that loopback can use
 */
record SimulatedRig(SimulatedWorld world, String device, int port, int gidIndex, Set<Trait> traits)
        implements ContractRig {
    @Override
    public VerbsLibrary library() {
        return world.verbsLibrary();
    }

    @Override
    public void portDown() {
        world.deviceFaults().portDown(portId());
    }

    @Override
    public void portUp() {
        world.deviceFaults().portUp(portId());
    }
}
