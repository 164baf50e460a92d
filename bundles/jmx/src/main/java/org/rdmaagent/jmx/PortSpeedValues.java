// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Optional;
import org.rdmaagent.verbs.PortAttributes;
import org.rdmaagent.verbs.PortSpeed;

/**
 * The speed of a port by the kernel's round numbers, on the wire.
 *
 * @param known whether the width is one that the kernel knows; the rest is empty or 0 if not
 * @param label lanes and speed as the kernel writes them, such as 4X HDR
 * @param lanes how many
 * @param speed of a lane; SDR if the port's code is unknown, as in the kernel
 * @param megabitsPerSecond all lanes together
 */
public record PortSpeedValues(
        boolean known, String label, int lanes, String speed, int megabitsPerSecond) {
    private static final int HUNDRED = 100;

    static PortSpeedValues of(PortAttributes port) {
        Optional<PortSpeed> speed = PortSpeed.of(port);
        return speed.map(
                        known ->
                                new PortSpeedValues(
                                        true,
                                        known.label(),
                                        known.width().lanes(),
                                        known.speed().name(),
                                        HUNDRED * known.hundredMegabitsPerSecond()))
                .orElseGet(() -> new PortSpeedValues(false, "", 0, "", 0));
    }
}
