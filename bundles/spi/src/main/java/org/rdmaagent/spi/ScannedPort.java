// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.nio.ByteBuffer;
import org.rdmaagent.Guid;

/**
 * A port that a scan brought ({@code ibnd_port_t}). The buffers are read-only; their position is 0.
 *
 * @param number its number, 0 for a switch's management port
 * @param guid the port GUID as the library keeps it; a switch's ports all have the node's
 * @param portInfo the 64 bytes of PortInfo, network byte order; all zero if it did not answer
 * @param extendedPortInfo the 64 bytes of the vendor's MlnxExtPortInfo; all zero if not asked
 * @param peerNode the place in {@link ScannedFabric#nodes()} of the node at the far end of the
 *     cable; -1 for none
 * @param peerPort that port's number; -1 for none
 */
public record ScannedPort(
        int number,
        Guid guid,
        ByteBuffer portInfo,
        ByteBuffer extendedPortInfo,
        int peerNode,
        int peerPort) {
    /** Makes the buffers read-only. */
    public ScannedPort {
        portInfo = portInfo.asReadOnlyBuffer();
        extendedPortInfo = extendedPortInfo.asReadOnlyBuffer();
    }
}
