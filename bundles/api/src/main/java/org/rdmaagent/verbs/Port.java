// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import org.rdmaagent.PortId;

/**
 * A port of a device with its tables.
 *
 * @param id which port
 * @param provider who answers for it: {@code jna} or {@code sim}
 * @param attributes what {@code ibv_query_port} tells
 * @param netdev the network interface on top of it (IPoIB or Ethernet); empty if there is none
 * @param gids the used rows of the GID table
 * @param pkeys the used rows of the P_Key table
 */
public record Port(
        PortId id,
        String provider,
        PortAttributes attributes,
        String netdev,
        List<GidEntry> gids,
        List<PkeyEntry> pkeys) {
    /** Copies the tables. */
    public Port {
        gids = List.copyOf(gids);
        pkeys = List.copyOf(pkeys);
    }
}
