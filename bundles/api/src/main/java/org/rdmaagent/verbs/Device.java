// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/**
 * An RDMA device of this host.
 *
 * @param name the kernel's name, such as {@code mlx4_0}
 * @param provider who answers for it: {@code jna} or {@code sim}
 * @param driver the kernel driver bound to it, such as {@code mlx4_core}; empty if unknown
 * @param numaNode the NUMA node that it is attached to; -1 if the platform does not say
 * @param nodeType what kind of a device it is
 * @param transport its family of protocols
 * @param boardId the vendor's name of the board (PSID), such as {@code MT_1100120019}; empty where
 *     the driver has none
 * @param completionVectors how many vectors its completion queues may be spread over
 * @param attributes what {@code ibv_query_device} tells
 * @param extendedAttributes what {@code ibv_query_device_ex} tells beyond that; empty where the
 *     driver does not offer it
 */
public record Device(
        String name,
        String provider,
        String driver,
        int numaNode,
        DeviceNodeType nodeType,
        DeviceNodeType.Transport transport,
        String boardId,
        int completionVectors,
        DeviceAttributes attributes,
        Optional<ExtendedDeviceAttributes> extendedAttributes) {}
