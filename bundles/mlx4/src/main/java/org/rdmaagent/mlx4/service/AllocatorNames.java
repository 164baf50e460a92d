// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.mlx4.settings.Echo;

/**
 * The names of the allocators that are services, for those that no provider takes. For any thread.
 */
final class AllocatorNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
    private static final Set<String> RESERVED =
            Set.of(Mlx4Allocators.SYSTEM, Mlx4Allocators.HUGEPAGE, Mlx4Allocators.ARENA);

    private final Map<Long, String> troubles = new ConcurrentSkipListMap<>();

    /** A service is there, or has other properties now. */
    void add(Map<String, ?> properties) {
        Object name = properties.get(BufferAllocator.NAME);
        if (name instanceof String text
                && NAME.matcher(text).matches()
                && !RESERVED.contains(text)) {
            remove(properties);
            return;
        }
        troubles.put(
                id(properties),
                "a BufferAllocator of bundle "
                        + properties.get("service.bundleid")
                        + " is not used: its property "
                        + BufferAllocator.NAME
                        + (name == null ? " is missing" : " is '" + Echo.of(name.toString()) + "'")
                        + ", but has to be letters, digits, . _ - and none of system, hugepage,"
                        + " arena");
    }

    /** A service is gone. */
    void remove(Map<String, ?> properties) {
        troubles.remove(id(properties));
    }

    private static long id(Map<String, ?> properties) {
        return properties.get("service.id") instanceof Long id ? id : 0;
    }

    /** Those without a usable name, in words. */
    List<String> troubles() {
        return List.copyOf(troubles.values());
    }
}
