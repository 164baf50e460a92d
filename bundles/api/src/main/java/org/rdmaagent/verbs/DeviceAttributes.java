// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.rdmaagent.Guid;

/**
 * What {@code ibv_query_device(3)} tells: the fields of {@code struct ibv_device_attr}, all of
 * them, in its order; counts are upper limits.
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
 * @see <a href="https://man7.org/linux/man-pages/man3/ibv_query_device.3.html">the manual page</a>
 */
public record DeviceAttributes(
        String fwVer,
        Guid nodeGuid,
        Guid sysImageGuid,
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
        int physPortCnt) {}
