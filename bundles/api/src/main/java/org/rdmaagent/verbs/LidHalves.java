// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.rdmaagent.Lid;

/**
 * The 16-bit LID of a 32-bit one (include/rdma/ib_verbs.h of the kernel). User space sees 16-bit
 * LIDs in host byte order; packets and records of the subnet administration carry them in network
 * order.
 */
public final class LidHalves {
    private LidHalves() {}

    /**
     * The low 16 bits ({@code ib_lid_cpu16}).
     *
     * @throws IllegalArgumentException if higher bits are set, where the kernel warns
     */
    public static Lid low(int wideLid) {
        if (wideLid >>> 16 != 0) {
            throw new IllegalArgumentException(
                    "not a 16-bit LID: 0x" + Integer.toHexString(wideLid));
        }
        return new Lid(wideLid);
    }

    /**
     * The low 16 bits as two bytes in network order ({@code ib_lid_be16}).
     *
     * @throws IllegalArgumentException if higher bits are set, where the kernel warns
     */
    public static byte[] lowNetworkOrder(int wideLid) {
        int value = low(wideLid).value();
        return new byte[] {(byte) (value >>> 8), (byte) value};
    }
}
