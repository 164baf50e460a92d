// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;

/**
 * A port of a node of the subnet, as PortInfo tells it.
 *
 * @param number 0 (a switch's management port) or 1 and above
 * @param guid the port GUID; {@link Guid#ZERO} on the external ports of a switch, which have none
 *     of their own
 * @param lid base LID; a switch has it on port 0 only
 * @param lmc the low bits of the LID that the port ignores
 * @param smLid LID of the subnet manager
 * @param state logical state
 * @param physicalState physical state
 * @param width lanes in use; null if down or not told
 * @param speed rate of a lane; null if down or not told
 * @param widthSupported the mask of LinkWidthSupported
 * @param speedsSupported mask of {@link LinkSpeed#code()}s
 * @param mtuBytes the neighbour's MTU, bytes; 0 if not told
 */
public record FabricPort(
        int number,
        Guid guid,
        Lid lid,
        int lmc,
        Lid smLid,
        PortState state,
        PortPhysicalState physicalState,
        @Nullable LinkWidth width,
        @Nullable LinkSpeed speed,
        int widthSupported,
        int speedsSupported,
        int mtuBytes) {
    /** {@code 4xHDR}, or empty where the port does not tell both. */
    public Optional<String> rateLabel() {
        return width == null || speed == null
                ? Optional.empty()
                : Optional.of(width.label() + speed.name());
    }
}
