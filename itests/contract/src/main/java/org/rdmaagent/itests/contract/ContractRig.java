// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Set;
import org.rdmaagent.PortId;
import org.rdmaagent.spi.VerbsLibrary;

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

    /** The port. */
    default PortId portId() {
        return new PortId(device(), port());
    }
}
