// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.mlx4.BufferAllocator;

class AllocatorDirectoryTest {
    private static final class Nothing implements BufferAllocator {
        @Override
        public long allocate(long bytes) {
            return 0;
        }

        @Override
        public void free(long address, long bytes) {}
    }

    private final AllocatorDirectory directory = new AllocatorDirectory();
    private final BufferAllocator one = new Nothing();
    private final BufferAllocator two = new Nothing();

    private static Map<String, Object> named(String name, int ranking, long id) {
        return Map.of(BufferAllocator.NAME, name, "service.ranking", ranking, "service.id", id);
    }

    @Test
    void theRankingDecidesBetweenTwoOfOneName() {
        directory.add(one, named("pool", 0, 1));
        directory.add(two, named("pool", 5, 2));
        assertEquals(Optional.of(two), directory.find("pool"));
        assertEquals(List.of("pool"), directory.names());
        directory.remove(two, named("pool", 5, 2));
        assertEquals(Optional.of(one), directory.find("pool"));
    }

    @Test
    void theOlderOneDecidesWhereTheRankingDoesNot() {
        directory.add(two, named("pool", 0, 2));
        directory.add(one, named("pool", 0, 1));
        assertEquals(Optional.of(one), directory.find("pool"));
    }

    @Test
    void oneObjectMayHaveTwoNames() {
        directory.add(one, named("a", 0, 1));
        directory.add(one, named("b", 0, 2));
        directory.remove(one, named("a", 0, 1));
        assertEquals(List.of("b"), directory.names());
        assertEquals(Optional.empty(), directory.find("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "system", "arena", "hugepage", "with space", "ü", "a/b"})
    void namesThatAreNoneOrTakenAreIgnored(String name) {
        directory.add(one, named(name, 0, 1));
        assertEquals(List.of(), directory.names());
    }

    @Test
    void aServiceWithoutANameIsIgnored() {
        directory.add(one, Map.of());
        directory.add(one, Map.of(BufferAllocator.NAME, 7));
        assertEquals(List.of(), directory.names());
    }
}
