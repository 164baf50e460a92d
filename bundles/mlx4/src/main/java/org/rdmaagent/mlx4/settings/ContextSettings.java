// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

import java.util.List;
import java.util.OptionalLong;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

/**
 * What a file {@code org.rdmaagent.mlx4-NAME.cfg} asks for.
 *
 * @param device for contexts of this one
 * @param contexts their names, or how they begin with {@code *} at the end
 * @param allocator of their queues
 * @param regionBytes as written; what it is otherwise depends on the allocator
 * @param locked whether its memory is locked
 * @param numaNode as in {@link AllocatorPlan}
 * @param fallback whether ordinary pages are given where it has none
 * @param logWqsRangeSize 0 to 255
 */
record ContextSettings(
        String device,
        List<String> contexts,
        String allocator,
        OptionalLong regionBytes,
        boolean locked,
        int numaNode,
        boolean fallback,
        int logWqsRangeSize) {
    /** Bytes of an arena of which a file does not say how large it is. */
    private static final long ARENA_BYTES = 64L << 20;

    /** The same of a chunk of huge pages, and of what has neither. */
    private static final long CHUNK_BYTES = 2L << 20;

    /** What holds where no file says anything. */
    static AllocatorPlan standard(String allocator) {
        return new AllocatorPlan(
                allocator, standardBytes(allocator), false, AllocatorPlan.DEVICE_NODE, true);
    }

    static long standardBytes(String allocator) {
        return allocator.equals(Mlx4Allocators.ARENA) ? ARENA_BYTES : CHUNK_BYTES;
    }

    /** The plan for one of its contexts. */
    FilePlan plan(String context, String file) {
        AllocatorPlan plan =
                new AllocatorPlan(
                        allocator,
                        regionBytes.orElse(standardBytes(allocator)),
                        locked,
                        numaNode,
                        fallback);
        return new FilePlan(
                new ContextPlan(device, context, plan, logWqsRangeSize, file),
                regionBytes.isPresent());
    }
}
