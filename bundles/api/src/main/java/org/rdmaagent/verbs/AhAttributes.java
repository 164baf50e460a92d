// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;
import org.rdmaagent.Lid;

/**
 * Where messages go ({@code struct ibv_ah_attr}, {@code ibv_create_ah(3)}).
 *
 * @param grh the global route ({@code is_global}); RoCE and multicast need it
 * @param dlid destination LID; 0 on Ethernet
 * @param sl service level, 0 to 15
 * @param srcPathBits low bits of the source LID, 0 to 127
 * @param staticRate the code of a {@link Rate}; 0 is no limit
 * @param portNum port of the device, from 1; 0 in the answer about a queue pair that has none yet
 */
public record AhAttributes(
        Optional<GlobalRoute> grh, Lid dlid, int sl, int srcPathBits, int staticRate, int portNum) {
    /** Nowhere: the address of a queue pair that has none. */
    public static final AhAttributes NONE =
            new AhAttributes(Optional.empty(), Lid.NONE, 0, 0, 0, 0);

    /** Checks the ranges. */
    public AhAttributes {
        Ranges.check("sl", sl, 15);
        Ranges.check("srcPathBits", srcPathBits, 0x7f);
        Ranges.check("staticRate", staticRate, 0xff);
        Ranges.check("portNum", portNum, 0xff);
    }

    /** A port of the own subnet, by its LID, without a global route. */
    public static AhAttributes local(Lid dlid, int portNum) {
        return new AhAttributes(Optional.empty(), dlid, 0, 0, 0, portNum);
    }

    /** By GID; the LID is 0 on Ethernet. */
    public static AhAttributes global(GlobalRoute grh, Lid dlid, int portNum) {
        return new AhAttributes(Optional.of(grh), dlid, 0, 0, 0, portNum);
    }
}
