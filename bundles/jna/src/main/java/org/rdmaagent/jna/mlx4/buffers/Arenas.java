// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.util.HashMap;
import java.util.Map;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

/**
 * The arenas that are used: contexts of one plan on a device share one, from the first use to the
 * last. For any thread.
 */
final class Arenas {
    private record Key(String device, String contexts, AllocatorPlan allocator) {
        Key(ContextPlan plan) {
            this(plan.device(), plan.context(), plan.allocator());
        }
    }

    private static final class Shared {
        final Arena arena;
        int users;

        Shared(Arena arena) {
            this.arena = arena;
        }
    }

    private final Map<Key, Shared> open = new HashMap<>();

    /** One more use. */
    synchronized BufferSource use(ContextPlan plan, int node) throws NoBufferException {
        Key key = new Key(plan);
        Shared shared = open.get(key);
        if (shared == null) {
            shared = new Shared(Arena.map(plan.allocator(), node));
            open.put(key, shared);
        }
        shared.users++;
        return new Use(key, shared.arena);
    }

    private synchronized void release(Key key) {
        Shared shared = open.get(key);
        if (shared != null && --shared.users == 0) {
            open.remove(key);
            shared.arena.unmap();
        }
    }

    private final class Use implements BufferSource {
        private final Key key;
        private final Arena arena;

        Use(Key key, Arena arena) {
            this.key = key;
            this.arena = arena;
        }

        @Override
        public String name() {
            return Mlx4Allocators.ARENA;
        }

        @Override
        public Lot take(long bytes) throws NoBufferException {
            return arena.take(bytes);
        }

        @Override
        public String detail() {
            return arena.detail();
        }

        @Override
        public String trouble() {
            return arena.lacking();
        }

        @Override
        public void close() {
            release(key);
        }
    }
}
