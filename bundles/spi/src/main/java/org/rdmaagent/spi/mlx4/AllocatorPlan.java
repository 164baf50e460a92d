// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.mlx4;

/**
 * Who shall give the memory of the queues of a context.
 *
 * @param name {@code system}, {@code hugepage}, {@code arena}, or that of a {@link
 *     org.rdmaagent.mlx4.BufferAllocator}
 * @param regionBytes bytes of the arena, which the contexts of one plan on a device share, from the
 *     first one's opening to the last one's close; of a chunk of huge pages, of which each context
 *     has as many as it needs. Rounded up to whole (huge) pages; 1 or more
 * @param locked whether the memory is locked (mlock(2)), so that it is never swapped
 * @param numaNode 0 or more: the node that the memory is bound to (mbind(2)); {@link #DEVICE_NODE},
 *     {@link #NO_NODE}
 * @param fallback whether ordinary pages are given where the allocator has none; else the making of
 *     the object fails with ENOMEM
 */
public record AllocatorPlan(
        String name, long regionBytes, boolean locked, int numaNode, boolean fallback) {
    /** Bound to the node of the device, if it tells one. */
    public static final int DEVICE_NODE = -2;

    /** Not bound. */
    public static final int NO_NODE = -1;
}
