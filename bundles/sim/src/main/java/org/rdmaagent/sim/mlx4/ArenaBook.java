// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rdmaagent.spi.mlx4.AllocatorPlan;

/** The arenas: one for each plan of a device, while a context uses it. */
final class ArenaBook {
    /** Whose it is. */
    record Key(String device, String contexts, AllocatorPlan plan) {}

    private static final class Shared {
        private final Arena arena;
        private final Set<Object> users = new HashSet<>();

        private Shared(Arena arena) {
            this.arena = arena;
        }
    }

    private final AddressSpace addresses;
    private final Map<Key, Shared> arenas = new HashMap<>();

    ArenaBook(AddressSpace addresses) {
        this.addresses = addresses;
    }

    /** The arena; its user has it until {@link #leave}. */
    Arena enter(Key key, int deviceNode, Object user) {
        Shared shared =
                arenas.computeIfAbsent(
                        key, any -> new Shared(new Arena(addresses, key.plan, deviceNode)));
        shared.users.add(user);
        return shared.arena;
    }

    /** A user is gone, and what nobody uses any more with it. */
    void leave(Object user) {
        arenas.values().removeIf(shared -> shared.users.remove(user) && shared.users.isEmpty());
    }
}
