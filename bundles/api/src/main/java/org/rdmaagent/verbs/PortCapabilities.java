// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.stream.IntStream;

/**
 * What a port can do, derived from what user space sees of it. The kernel keeps these answers as
 * flags of the driver (include/rdma/ib_verbs.h, {@code RDMA_CORE_PORT_*}) and shows them to nobody;
 * the same sets belong to the protocols InfiniBand, RoCE, iWARP and Omni-Path, and those can be
 * told from outside. A driver that deviates from its protocol's set (a RoCE port with RoCE switched
 * off) is not told from one that does not.
 *
 * @param nodeType of the device
 * @param linkLayer of the port
 * @param omniPath whether the driver is Intel's or Cornelis' Omni-Path (hfi1)
 * @param physicalPorts ports of the device ({@code phys_port_cnt})
 */
public record PortCapabilities(
        DeviceNodeType nodeType, LinkLayer linkLayer, boolean omniPath, int physicalPorts) {
    private static final int MAD_BYTES = 256;
    private static final int OMNI_PATH_MAD_BYTES = 2048;

    /** What kind of address handles a port needs ({@code enum rdma_ah_attr_type}). */
    public enum AddressType {
        /** None of the others. */
        UNDEFINED,
        /** By LID, with or without a global route. */
        IB,
        /** By GID, always with a global route. */
        ROCE,
        /** By Omni-Path's longer LIDs. */
        OPA
    }

    /** {@code rdma_cap_ib_switch}. */
    public boolean ibSwitch() {
        return nodeType == DeviceNodeType.SWITCH;
    }

    /** {@code rdma_start_port}: the first port's number, 0 on a switch. */
    public int startPort() {
        return ibSwitch() ? 0 : 1;
    }

    /** {@code rdma_end_port}: the last port's number, 0 on a switch. */
    public int endPort() {
        return ibSwitch() ? 0 : physicalPorts;
    }

    /** {@code rdma_for_each_port}: the numbers of all ports, in order. */
    public IntStream ports() {
        return IntStream.rangeClosed(startPort(), endPort());
    }

    /** {@code rdma_cap_ib_mad}: it carries management datagrams. */
    public boolean ibMad() {
        return infiniBand() || roce();
    }

    /** {@code rdma_cap_opa_mad}: it carries Omni-Path's longer management datagrams too. */
    public boolean opaMad() {
        return opaPort();
    }

    /** {@code rdma_cap_ib_smi}: it has a subnet management agent behind queue pair 0. */
    public boolean ibSmi() {
        return infiniBand();
    }

    /** {@code rdma_cap_ib_cm}: connections are made by InfiniBand's connection manager. */
    public boolean ibCm() {
        return infiniBand() || roce();
    }

    /** {@code rdma_cap_iw_cm}: connections are made by iWARP's connection manager. */
    public boolean iwCm() {
        return nodeType.transport() == DeviceNodeType.Transport.IWARP;
    }

    /** {@code rdma_cap_ib_sa}: paths are asked of the subnet administration. */
    public boolean ibSa() {
        return infiniBand();
    }

    /** {@code rdma_cap_ib_mcast}: multicast groups are joined at the subnet administration. */
    public boolean ibMcast() {
        return ibSa();
    }

    /** {@code rdma_cap_af_ib}: it is addressed by GIDs. */
    public boolean afIb() {
        return infiniBand() || roce();
    }

    /** {@code rdma_cap_eth_ah}: its address handles resolve an Ethernet address. */
    public boolean ethAh() {
        return roce();
    }

    /** {@code rdma_cap_roce_gid_table}: the kernel fills its GID table from network interfaces. */
    public boolean roceGidTable() {
        return roce();
    }

    /** {@code rdma_max_mad_size}: the longest management datagram, bytes; 0 if it carries none. */
    public int maxMadBytes() {
        if (!ibMad()) {
            return 0;
        }
        return opaMad() ? OMNI_PATH_MAD_BYTES : MAD_BYTES;
    }

    /** {@code rdma_ah_find_type}. */
    public AddressType addressType() {
        if (roce()) {
            return AddressType.ROCE;
        }
        if (opaPort()) {
            return AddressType.OPA;
        }
        return infiniBand() ? AddressType.IB : AddressType.UNDEFINED;
    }

    private boolean opaPort() {
        return omniPath && infiniBand();
    }

    private boolean infiniBand() {
        return nodeType.transport() == DeviceNodeType.Transport.IB
                && linkLayer != LinkLayer.ETHERNET;
    }

    private boolean roce() {
        return nodeType.transport() == DeviceNodeType.Transport.IB
                && linkLayer == LinkLayer.ETHERNET;
    }
}
