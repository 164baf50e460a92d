// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.verbs.PortCapabilities;

/**
 * What a port can do, on the wire, under the names of the kernel's functions (rdma_cap_...).
 *
 * @param ibMad it carries management datagrams
 * @param opaMad it carries Omni-Path's longer ones too
 * @param ibSmi it has a subnet management agent
 * @param ibCm connections by InfiniBand's connection manager
 * @param iwCm connections by iWARP's connection manager
 * @param ibSa paths are asked of the subnet administration
 * @param ibMcast multicast groups are joined at the subnet administration
 * @param afIb it is addressed by GIDs
 * @param ethAh its address handles resolve an Ethernet address
 * @param roceGidTable the kernel fills its GID table from network interfaces
 * @param ibSwitch it is a switch's
 * @param startPort the device's first port
 * @param endPort the device's last port
 * @param maxMadBytes the longest management datagram; 0 if it carries none
 * @param addressType IB, ROCE, OPA or UNDEFINED
 */
public record PortCapabilityValues(
        boolean ibMad,
        boolean opaMad,
        boolean ibSmi,
        boolean ibCm,
        boolean iwCm,
        boolean ibSa,
        boolean ibMcast,
        boolean afIb,
        boolean ethAh,
        boolean roceGidTable,
        boolean ibSwitch,
        int startPort,
        int endPort,
        int maxMadBytes,
        String addressType) {
    static PortCapabilityValues of(PortCapabilities port) {
        return new PortCapabilityValues(
                port.ibMad(),
                port.opaMad(),
                port.ibSmi(),
                port.ibCm(),
                port.iwCm(),
                port.ibSa(),
                port.ibMcast(),
                port.afIb(),
                port.ethAh(),
                port.roceGidTable(),
                port.ibSwitch(),
                port.startPort(),
                port.endPort(),
                port.maxMadBytes(),
                port.addressType().name());
    }
}
