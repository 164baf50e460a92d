// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.sim.subnet.Subnet;

/**
 * The M_Keys of a simulated fabric, as a subnet manager would have set them (IBTA volume 1, section
 * 14.2.4). From any thread; there are none at first, and {@link FabricFaults#clear} leaves them.
 *
 * <p>Port 0 of a switch has one, and every port of a channel adapter or router. Who asks with a
 * wrong one: at protect bits 0 everything is answered and PortInfo shows the key; at 1 PortInfo
 * shows 0 in its place; at 2 and 3 nothing is answered at all. Nothing ever expires here.
 */
public final class ManagementKeys {
    private static final int MAX_PROTECT_BITS = 3;

    private final Subnet subnet;

    ManagementKeys(Subnet subnet) {
        this.subnet = subnet;
    }

    /**
     * Sets the key of a port.
     *
     * @param portOrMinus1 0 at a switch, from 1 elsewhere; -1 for all ports of the node
     * @param key 64 bits; 0 is none, and protects nothing
     * @param protectBits M_KeyProtectBits, 0 to 3
     * @throws IllegalArgumentException if there is no such node or port, or the bits are no such
     */
    public void set(NodeKey node, int portOrMinus1, long key, int protectBits) {
        require(protectBits);
        subnet.mKey(node, portOrMinus1, key, protectBits);
    }

    /**
     * Sets the key of every port of the fabric, this host's included.
     *
     * @param key as above
     * @param protectBits as above
     */
    public void setAll(long key, int protectBits) {
        require(protectBits);
        subnet.mKeys(key, protectBits);
    }

    private static void require(int protectBits) {
        if (protectBits < 0 || protectBits > MAX_PROTECT_BITS) {
            throw new IllegalArgumentException("M_KeyProtectBits lie in 0..3, not " + protectBits);
        }
    }

    /** Takes every key away. */
    public void clear() {
        subnet.clearMKeys();
    }

    /**
     * How many questions a port refused for their key, 0 to 65535; PortInfo tells it too.
     *
     * @throws IllegalArgumentException if there is no such node or port
     */
    public int violations(NodeKey node, int port) {
        return subnet.mKeyViolations(node, port);
    }
}
