// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

/**
 * From which space the groups of a join are ({@code enum rdma_port_space} in rdma_cma.h). On
 * InfiniBand it goes into the MGID, so that members of different spaces do not meet.
 */
public enum PortSpace {
    /** {@code RDMA_PS_UDP}: groups of RDMA programs, Q_Key 0x01234567. */
    UDP(0x0111),
    /** {@code RDMA_PS_IPOIB}: the groups of IP over InfiniBand, with the Q_Key of its interface. */
    IPOIB(0x0002);

    private final int code;

    PortSpace(int code) {
        this.code = code;
    }

    /** The number in C. */
    public int code() {
        return code;
    }
}
