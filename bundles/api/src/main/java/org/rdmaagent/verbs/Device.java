// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * An RDMA device of this host.
 *
 * @param name the kernel's name, such as {@code mlx4_0}
 * @param provider who answers for it: {@code jna} or {@code sim}
 * @param driver the kernel driver bound to it, such as {@code mlx4_core}; empty if unknown
 * @param numaNode the NUMA node that it is attached to; -1 if the platform does not say
 * @param attributes what {@code ibv_query_device} tells
 */
public record Device(
        String name, String provider, String driver, int numaNode, DeviceAttributes attributes) {}
