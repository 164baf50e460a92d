// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

/**
 * Who gives the memory of the queues of a context.
 *
 * @param name in force for new buffers: {@code system}, {@code hugepage}, {@code arena}, or the
 *     {@link BufferAllocator#NAME} of a service
 * @param planned what the configuration asks for; another one than in force only until the context
 *     is opened again
 * @param detail of the one in force, in words: region, huge pages had, NUMA node, locked; whether
 *     the service is there
 * @param statistics of all allocators that the context has had
 */
public record AllocatorStatus(
        String name, String planned, String detail, AllocatorStatistics statistics) {}
