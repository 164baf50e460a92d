// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.rdmaagent.Gid;

/**
 * What a global routing header is filled with ({@code struct ibv_global_route}, {@code
 * ibv_create_ah(3)}).
 *
 * @param dgid destination: a port or a multicast group
 * @param flowLabel 20 bits
 * @param sgidIndex row of the local GID table, 0 to 255
 * @param hopLimit 0 to 255; a packet with 0 or 1 does not leave its subnet
 * @param trafficClass 0 to 255
 */
public record GlobalRoute(Gid dgid, int flowLabel, int sgidIndex, int hopLimit, int trafficClass) {
    /** Checks the ranges. */
    public GlobalRoute {
        Ranges.check("flowLabel", flowLabel, FlowLabel.LARGEST);
        Ranges.check("sgidIndex", sgidIndex, 0xff);
        Ranges.check("hopLimit", hopLimit, 0xff);
        Ranges.check("trafficClass", trafficClass, 0xff);
    }
}
