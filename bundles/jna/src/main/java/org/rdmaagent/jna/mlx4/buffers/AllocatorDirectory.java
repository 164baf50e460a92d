// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The allocators that are services, by their names; of two with one name, the one that the
 * framework ranks first. For any thread.
 */
public final class AllocatorDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(AllocatorDirectory.class);
    private static final Set<String> RESERVED =
            Set.of(Mlx4Allocators.SYSTEM, Mlx4Allocators.HUGEPAGE, Mlx4Allocators.ARENA);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
    private static final String RANKING = "service.ranking";
    private static final String ID = "service.id";

    /** Higher ranking first, then the older service. */
    private static final Comparator<Entry> ORDER =
            Comparator.comparingInt((Entry entry) -> -entry.ranking()).thenComparingLong(Entry::id);

    private record Entry(String name, int ranking, long id, BufferAllocator allocator) {}

    private volatile List<Entry> entries = List.of();

    /** A service has come; one without a usable name is told and ignored. */
    public synchronized void add(BufferAllocator allocator, Map<String, ?> properties) {
        Object name = properties.get(BufferAllocator.NAME);
        if (!(name instanceof String text)
                || !NAME.matcher(text).matches()
                || RESERVED.contains(text)) {
            LOG.warn(
                    "The allocator {} is ignored: its property {} is '{}', but has to be a name of"
                            + " letters, digits and . _ - other than {}",
                    allocator.getClass().getName(),
                    BufferAllocator.NAME,
                    name,
                    RESERVED);
            return;
        }
        int ranking = properties.get(RANKING) instanceof Integer number ? number : 0;
        List<Entry> next = new ArrayList<>(entries);
        next.add(new Entry(text, ranking, id(properties), allocator));
        next.sort(ORDER);
        entries = List.copyOf(next);
    }

    /** A service has gone; what it gave it still gets back. */
    public synchronized void remove(BufferAllocator allocator, Map<String, ?> properties) {
        long id = id(properties);
        entries =
                entries.stream()
                        .filter(entry -> entry.allocator() != allocator || entry.id() != id)
                        .toList();
    }

    private static long id(Map<String, ?> properties) {
        return properties.get(ID) instanceof Long number ? number : 0;
    }

    /** The one that a name means now. */
    Optional<BufferAllocator> find(String name) {
        return entries.stream()
                .filter(entry -> entry.name().equals(name))
                .map(Entry::allocator)
                .findFirst();
    }

    /** In order. */
    public List<String> names() {
        return entries.stream().map(Entry::name).distinct().sorted().toList();
    }
}
