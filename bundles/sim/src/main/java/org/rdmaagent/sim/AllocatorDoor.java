// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Constants;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The allocators that are services, on their way into the world. For any thread. */
final class AllocatorDoor {
    private static final Logger LOG = LoggerFactory.getLogger(AllocatorDoor.class);

    private record Offer(BufferAllocator allocator, String name, int ranking) {}

    private final List<Offer> present = new ArrayList<>();
    private @Nullable SimulatedWorld world;

    /** The world is there, and gets those that were before it. */
    synchronized void serve(SimulatedWorld made) {
        world = made;
        present.forEach(offer -> enter(made, offer));
    }

    synchronized void arrives(BufferAllocator allocator, Map<String, Object> properties) {
        Offer offer =
                new Offer(
                        allocator,
                        String.valueOf(properties.getOrDefault(BufferAllocator.NAME, "")),
                        properties.get(Constants.SERVICE_RANKING) instanceof Integer ranking
                                ? ranking
                                : 0);
        present.add(offer);
        if (world != null) {
            enter(world, offer);
        }
    }

    synchronized void leaves(BufferAllocator allocator) {
        for (Offer offer : List.copyOf(present)) {
            if (offer.allocator == allocator) {
                present.remove(offer);
                if (world != null) {
                    world.allocatorLeaves(offer.name, allocator);
                }
            }
        }
    }

    private static void enter(SimulatedWorld into, Offer offer) {
        try {
            into.allocatorArrives(offer.name, offer.ranking, offer.allocator);
        } catch (IllegalArgumentException e) {
            LOG.warn("{} is left out: {}", offer.allocator.getClass().getName(), e.getMessage());
        }
    }
}
