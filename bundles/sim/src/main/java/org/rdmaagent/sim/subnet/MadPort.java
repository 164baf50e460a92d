// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.subnet;

import org.rdmaagent.PortId;

/**
 * A port of this host that management datagrams could leave by.
 *
 * @param id which port
 * @param graphPort its number in the graph; {@link #NOT_INFINIBAND} for an Ethernet port
 */
public record MadPort(PortId id, int graphPort) {
    /** The port has no QP0. */
    public static final int NOT_INFINIBAND = -1;

    boolean infiniBand() {
        return graphPort != NOT_INFINIBAND;
    }
}
