// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import java.util.Comparator;

/**
 * A port of a device of this host.
 *
 * @param device the name that the kernel gave the device, such as {@code mlx4_0}
 * @param port the port's number, from 1
 */
public record PortId(String device, int port) implements Comparable<PortId> {
    private static final Comparator<PortId> ORDER =
            Comparator.comparing(PortId::device).thenComparingInt(PortId::port);

    /** Checks name and range. */
    public PortId {
        if (device.isBlank()) {
            throw new IllegalArgumentException("a device name is not empty");
        }
        if (port < 1 || port > 255) {
            throw new IllegalArgumentException("a port number lies in 1..255, not " + port);
        }
    }

    /** {@code mlx4_0/1}. */
    @Override
    public String toString() {
        return device + "/" + port;
    }

    @Override
    public int compareTo(PortId other) {
        return ORDER.compare(this, other);
    }
}
