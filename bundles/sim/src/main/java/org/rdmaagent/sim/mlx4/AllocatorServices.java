// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.mlx4.Mlx4Allocators;

/** The allocators that others brought, by name. For any thread. */
public final class AllocatorServices {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
    private static final Set<String> TAKEN =
            Set.of(Mlx4Allocators.SYSTEM, Mlx4Allocators.HUGEPAGE, Mlx4Allocators.ARENA);

    private record Offer(int ranking, BufferAllocator allocator) {}

    private final Map<String, List<Offer>> offers = new TreeMap<>();

    /**
     * One is there from now on. Of several with a name the one of the highest ranking gives, of
     * those the one that came first.
     *
     * @throws IllegalArgumentException if the name is none, or taken
     */
    public synchronized void arrives(String name, int ranking, BufferAllocator allocator) {
        if (!NAME.matcher(name).matches() || TAKEN.contains(name)) {
            throw new IllegalArgumentException(
                    "'"
                            + name
                            + "' cannot be the name of an allocator ("
                            + BufferAllocator.NAME
                            + "): take letters, digits, . _ - and none of "
                            + builtIn());
        }
        List<Offer> named = offers.computeIfAbsent(name, any -> new ArrayList<>());
        named.add(new Offer(ranking, allocator));
        named.sort(Comparator.comparingInt(Offer::ranking).reversed());
    }

    /** One is gone; what it gave is still given back to it. */
    public synchronized void leaves(String name, BufferAllocator allocator) {
        List<Offer> named = offers.getOrDefault(name, List.of());
        for (Offer offer : List.copyOf(named)) {
            if (offer.allocator == allocator) {
                named.remove(offer);
                break;
            }
        }
        if (named.isEmpty()) {
            offers.remove(name);
        }
    }

    synchronized Optional<BufferAllocator> find(String name) {
        List<Offer> named = offers.getOrDefault(name, List.of());
        return named.isEmpty() ? Optional.empty() : Optional.of(named.get(0).allocator);
    }

    /** The names of all that can be chosen. */
    public synchronized List<String> names() {
        List<String> names = new ArrayList<>(builtIn());
        names.addAll(offers.keySet());
        return List.copyOf(names);
    }

    private static List<String> builtIn() {
        return List.of(Mlx4Allocators.SYSTEM, Mlx4Allocators.HUGEPAGE, Mlx4Allocators.ARENA);
    }
}
