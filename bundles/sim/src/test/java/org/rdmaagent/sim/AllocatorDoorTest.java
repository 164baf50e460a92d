// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;

/** Allocators that are services get into the world, whoever comes first. */
class AllocatorDoorTest {
    private static final class Nobody implements BufferAllocator {
        @Override
        public long allocate(long bytes) {
            return 0;
        }

        @Override
        public void free(long address, long bytes) {}
    }

    private final AllocatorDoor door = new AllocatorDoor();
    private final SimulatedWorld world = SimulatedWorld.defaultWorld(SimulationSettings.defaults());

    private List<String> services() {
        return world.mlx4Library().allocators().stream().skip(3).toList();
    }

    @Test
    void thoseBeforeTheWorldAreServedToo() {
        BufferAllocator early = new Nobody();
        BufferAllocator gone = new Nobody();
        door.arrives(early, Map.of("rdma.allocator", "early", "service.ranking", 3));
        door.arrives(gone, Map.of("rdma.allocator", "gone"));
        door.leaves(gone);
        door.serve(world);
        assertEquals(List.of("early"), services());
        BufferAllocator late = new Nobody();
        door.arrives(late, Map.of("rdma.allocator", "late"));
        assertEquals(List.of("early", "late"), services());
        door.leaves(early);
        door.leaves(late);
        assertEquals(List.of(), services());
    }

    @Test
    void aNameThatCannotBeIsLeftOut() {
        door.serve(world);
        door.arrives(new Nobody(), Map.of());
        door.arrives(new Nobody(), Map.of("rdma.allocator", "arena"));
        door.arrives(new Nobody(), Map.of("rdma.allocator", 7));
        assertEquals(List.of("7"), services());
    }
}
