// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

/** Makes the allocator that a plan names. For any thread. */
public final class BufferSources {
    private final HostMemory host;
    private final AllocatorDirectory directory;
    private final Arenas arenas = new Arenas();

    /**
     * Makes none yet.
     *
     * @param directory of those that are services
     */
    public BufferSources(HostMemory host, AllocatorDirectory directory) {
        this.host = host;
        this.directory = directory;
    }

    /**
     * One for a context; never fails, but may have {@link BufferSource#trouble}.
     *
     * @param of names another one than {@code system}
     * @param deviceNode the NUMA node of the device; negative if it does not tell one
     */
    public BufferSource of(ContextPlan of, int deviceNode) {
        AllocatorPlan plan = of.allocator();
        int node = plan.numaNode() == AllocatorPlan.DEVICE_NODE ? deviceNode : plan.numaNode();
        return switch (plan.name()) {
            case Mlx4Allocators.HUGEPAGE -> new HugePages(host, plan, node);
            case Mlx4Allocators.ARENA -> arena(of, node);
            default -> new ServiceSource(plan.name(), directory);
        };
    }

    private BufferSource arena(ContextPlan plan, int node) {
        try {
            return arenas.use(plan, node);
        } catch (NoBufferException e) {
            return new MissingSource(plan.allocator().name(), e.reason());
        }
    }
}
