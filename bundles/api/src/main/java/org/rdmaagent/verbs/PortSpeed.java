// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;

/**
 * The speed of a port as the kernel computes it ({@code ib_port_attr_to_speed_info},
 * drivers/infiniband/core/verbs.c; sysfs shows it as {@code rate}).
 *
 * @param speed the speed of a lane; SDR if the port's code is unknown, as in the kernel
 * @param width the lanes
 * @param hundredMegabitsPerSecond all lanes together, in 100 Mb/s, by the round numbers of the
 *     kernel: 10 Gb/s a lane for QDR and FDR10 alike, 14 for FDR, 25 for EDR, 50 for HDR
 */
public record PortSpeed(LinkSpeed speed, LinkWidth width, int hundredMegabitsPerSecond) {
    /**
     * By the codes of {@code ibv_port_attr}.
     *
     * @return empty if the width is unknown, where the kernel answers EINVAL
     */
    public static Optional<PortSpeed> ofCodes(int activeSpeed, int activeWidth) {
        LinkSpeed speed = LinkSpeed.ofCode(activeSpeed).orElse(LinkSpeed.SDR);
        return LinkWidth.ofCode(activeWidth)
                .map(width -> new PortSpeed(speed, width, lane(speed) * width.lanes()));
    }

    /** Of a port. */
    public static Optional<PortSpeed> of(PortAttributes port) {
        return ofCodes(port.activeSpeed(), port.activeWidth());
    }

    /** {@code 4X FDR10}, as the kernel's sysfs writes it after the rate. */
    public String label() {
        return width.lanes() + "X " + speed.name();
    }

    private static int lane(LinkSpeed speed) {
        return switch (speed) {
            case SDR -> 25;
            case DDR -> 50;
            case QDR, FDR10 -> 100;
            case FDR -> 140;
            case EDR -> 250;
            case HDR -> 500;
            case NDR -> 1000;
            case XDR -> 2000;
        };
    }
}
