// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.time.Duration;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DirectedRoute;

/**
 * What {@code ibnd_discover_fabric(3)} is asked: its arguments and the fields of its {@code
 * ibnd_config}.
 *
 * @param port the port that the SMPs leave by
 * @param from the node to begin at
 * @param maxHops the library's own field: 0 is unlimited, N gives the nodes within N hops of {@code
 *     from} and strays one hop beyond (libibnetdisc/ibnetdisc.c, {@code recv_port_info}); its type
 *     is unsigned
 * @param maxSmps SMPs outstanding at a time, 1 or more
 * @param timeoutMillis how long an answer may take, milliseconds, 1 or more
 * @param retries how often a question is repeated, 0 or more; the library reads 0 as its default
 * @param debug 0 is quiet; above, the library tells more
 * @param showProgress whether the library tells each node that it finds
 * @param mKey the M_Key for {@code SubnGet}; 0 for none
 * @param deadline after which the scan is given up, more than zero
 */
public record FabricScanRequest(
        PortId port,
        DirectedRoute from,
        int maxHops,
        int maxSmps,
        int timeoutMillis,
        int retries,
        int debug,
        boolean showProgress,
        long mKey,
        Duration deadline) {
    /** Checks the ranges. */
    public FabricScanRequest {
        if (maxHops < 0 || maxSmps < 1 || timeoutMillis < 1 || retries < 0 || debug < 0) {
            throw new IllegalArgumentException(
                    "out of range: maxHops "
                            + maxHops
                            + ", maxSmps "
                            + maxSmps
                            + ", timeoutMillis "
                            + timeoutMillis
                            + ", retries "
                            + retries
                            + ", debug "
                            + debug);
        }
        if (deadline.isZero() || deadline.isNegative()) {
            throw new IllegalArgumentException("no time to scan in: " + deadline);
        }
    }

    /** Without the M_Key, which is a secret. */
    @Override
    public String toString() {
        return port + " from " + from + " within " + maxHops + " hops, " + maxSmps + " at a time";
    }
}
