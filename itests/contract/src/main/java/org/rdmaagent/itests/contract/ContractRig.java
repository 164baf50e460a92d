// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Set;
import org.rdmaagent.PortId;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;

/** What the cases run on. */
public interface ContractRig {
    /** The provider. */
    VerbsLibrary library();

    /** A device on which nothing is open but what the cases make. */
    String device();

    /** A port of it that is active, from 1. */
    int port();

    /** A row of the port's GID table that can be used for loopback. */
    int gidIndex();

    /** What the device has and does. */
    Set<Trait> traits();

    /** Puts the port down; only with {@link Trait#PORT_SWITCH}. */
    default void portDown() {
        throw new UnsupportedOperationException("this rig cannot put a port down");
    }

    /** Puts the port up again; only with {@link Trait#PORT_SWITCH}. */
    default void portUp() {
        throw new UnsupportedOperationException("this rig cannot put a port up");
    }

    /** The ways to poll its completion queues; only for {@link CompletionPortContract}. */
    default CompletionPorts completionPorts() {
        throw new UnsupportedOperationException("this rig has no completion ports");
    }

    /**
     * How the ports are opened; only for {@link CompletionPortContract}. With {@link
     * PollingWay#DIRECT} the queues that cannot be polled so are polled the best way.
     */
    default PollingWay pollingWay() {
        return PollingWay.BEST;
    }

    /** How many messages the long case of {@link CompletionPortContract} sends for each batch. */
    default int portMessages() {
        return 1 << 14;
    }

    /** Makes a completion queue overrun, or tells that it did; with {@link Trait#CQ_FAULT}. */
    default void overrun(CqHandle cq) {
        throw new UnsupportedOperationException("this rig cannot break a completion queue");
    }

    /** The port. */
    default PortId portId() {
        return new PortId(device(), port());
    }
}
