// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Set;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.AsyncEventType;

/**
 * A device of the simulated world.
 *
 * @param gidIndex a row of its GID table that loopback can use
 * @param pollingWay how ports are opened
 */
record SimulatedRig(
        SimulatedWorld world,
        String device,
        int port,
        int gidIndex,
        Set<Trait> traits,
        PollingWay pollingWay)
        implements ContractRig {
    /** Whose queues are polled the best way. */
    SimulatedRig(SimulatedWorld world, String device, int port, int gidIndex, Set<Trait> traits) {
        this(world, device, port, gidIndex, traits, PollingWay.BEST);
    }

    @Override
    public VerbsLibrary library() {
        return world.verbsLibrary();
    }

    @Override
    public CompletionPorts completionPorts() {
        return world.completionPorts();
    }

    @Override
    public int portMessages() {
        return 1 << (Boolean.getBoolean("rdma.long") ? 20 : 16);
    }

    @Override
    public void overrun(CqHandle cq) {
        world.deviceFaults().queueEvent(device, cq.name(), AsyncEventType.CQ_ERR);
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
