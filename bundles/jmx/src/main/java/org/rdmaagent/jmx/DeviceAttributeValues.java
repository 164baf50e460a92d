// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.verbs.DeviceAttributes;

/**
 * What {@code ibv_query_device(3)} tells, on the wire, under the names of {@code ibv_device_attr}.
 *
 * @param fwVer firmware version
 * @param nodeGuid node GUID
 * @param sysImageGuid GUID shared by all devices of one system
 * @param maxMrSize largest memory region, bytes
 * @param pageSizeCap bit mask of page sizes, bytes
 * @param vendorId vendor, an IEEE OUI
 * @param vendorPartId vendor's part number
 * @param hwVer hardware revision
 * @param maxQp queue pairs
 * @param maxQpWr outstanding work requests of one work queue
 * @param deviceCapFlags bit mask, enum ibv_device_cap_flags
 * @param maxSge scatter/gather entries of a work request
 * @param maxSgeRd scatter/gather entries of an RDMA read
 * @param maxCq completion queues
 * @param maxCqe entries of one completion queue
 * @param maxMr memory regions
 * @param maxPd protection domains
 * @param maxQpRdAtom RDMA reads and atomics that one queue pair serves at a time
 * @param maxEeRdAtom the same for an end-to-end context
 * @param maxResRdAtom the same for the whole device
 * @param maxQpInitRdAtom RDMA reads and atomics that one queue pair starts at a time
 * @param maxEeInitRdAtom the same for an end-to-end context
 * @param atomicCap enum ibv_atomic_cap: 0 none, 1 within the device, 2 global
 * @param maxEe end-to-end contexts
 * @param maxRdd reliable datagram domains
 * @param maxMw memory windows
 * @param maxRawIpv6Qp raw IPv6 datagram queue pairs
 * @param maxRawEthyQp raw Ethertype datagram queue pairs
 * @param maxMcastGrp multicast groups
 * @param maxMcastQpAttach queue pairs attached to one group
 * @param maxTotalMcastQpAttach queue pairs attached to all groups
 * @param maxAh address handles
 * @param maxFmr fast memory regions
 * @param maxMapPerFmr remaps of a fast memory region
 * @param maxSrq shared receive queues
 * @param maxSrqWr work requests of one shared receive queue
 * @param maxSrqSge scatter entries of its requests
 * @param maxPkeys P_Keys of a port
 * @param localCaAckDelay exponent: 4.096 us * 2^n
 * @param physPortCnt physical ports
 */
public record DeviceAttributeValues(
        String fwVer,
        String nodeGuid,
        String sysImageGuid,
        long maxMrSize,
        long pageSizeCap,
        int vendorId,
        int vendorPartId,
        int hwVer,
        int maxQp,
        int maxQpWr,
        long deviceCapFlags,
        int maxSge,
        int maxSgeRd,
        int maxCq,
        int maxCqe,
        int maxMr,
        int maxPd,
        int maxQpRdAtom,
        int maxEeRdAtom,
        int maxResRdAtom,
        int maxQpInitRdAtom,
        int maxEeInitRdAtom,
        int atomicCap,
        int maxEe,
        int maxRdd,
        int maxMw,
        int maxRawIpv6Qp,
        int maxRawEthyQp,
        int maxMcastGrp,
        int maxMcastQpAttach,
        int maxTotalMcastQpAttach,
        int maxAh,
        int maxFmr,
        int maxMapPerFmr,
        int maxSrq,
        int maxSrqWr,
        int maxSrqSge,
        int maxPkeys,
        int localCaAckDelay,
        int physPortCnt) {
    static DeviceAttributeValues of(DeviceAttributes attributes) {
        return new DeviceAttributeValues(
                attributes.fwVer(),
                attributes.nodeGuid().toString(),
                attributes.sysImageGuid().toString(),
                attributes.maxMrSize(),
                attributes.pageSizeCap(),
                attributes.vendorId(),
                attributes.vendorPartId(),
                attributes.hwVer(),
                attributes.maxQp(),
                attributes.maxQpWr(),
                attributes.deviceCapFlags(),
                attributes.maxSge(),
                attributes.maxSgeRd(),
                attributes.maxCq(),
                attributes.maxCqe(),
                attributes.maxMr(),
                attributes.maxPd(),
                attributes.maxQpRdAtom(),
                attributes.maxEeRdAtom(),
                attributes.maxResRdAtom(),
                attributes.maxQpInitRdAtom(),
                attributes.maxEeInitRdAtom(),
                attributes.atomicCap(),
                attributes.maxEe(),
                attributes.maxRdd(),
                attributes.maxMw(),
                attributes.maxRawIpv6Qp(),
                attributes.maxRawEthyQp(),
                attributes.maxMcastGrp(),
                attributes.maxMcastQpAttach(),
                attributes.maxTotalMcastQpAttach(),
                attributes.maxAh(),
                attributes.maxFmr(),
                attributes.maxMapPerFmr(),
                attributes.maxSrq(),
                attributes.maxSrqWr(),
                attributes.maxSrqSge(),
                attributes.maxPkeys(),
                attributes.localCaAckDelay(),
                attributes.physPortCnt());
    }
}
