// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.mlx4.BufferAllocator;

/** Allocators are found by their names. */
class AllocatorServicesTest {
    private static final class Nobody implements BufferAllocator {
        @Override
        public long allocate(long bytes) {
            return 0;
        }

        @Override
        public void free(long address, long bytes) {}
    }

    private final AllocatorServices services = new AllocatorServices();
    private final BufferAllocator one = new Nobody();
    private final BufferAllocator two = new Nobody();

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a/b", "system", "hugepage", "arena", "ü"})
    void namesThatCannotBeAreRefused(String name) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> services.arrives(name, 0, one));
        assertEquals(
                "'"
                        + name
                        + "' cannot be the name of an allocator (rdma.allocator): take letters,"
                        + " digits, . _ - and none of [system, hugepage, arena]",
                refused.getMessage());
        assertEquals(List.of("system", "hugepage", "arena"), services.names());
    }

    @Test
    void theHighestRankingGivesThenTheFirst() {
        services.arrives("pool", 0, one);
        services.arrives("pool", 0, two);
        assertEquals(Optional.of(one), services.find("pool"));
        BufferAllocator best = new Nobody();
        services.arrives("pool", 7, best);
        assertEquals(Optional.of(best), services.find("pool"));
        services.leaves("pool", best);
        services.leaves("pool", one);
        assertEquals(Optional.of(two), services.find("pool"));
        services.leaves("pool", two);
        services.leaves("pool", two);
        assertEquals(Optional.empty(), services.find("pool"));
        assertEquals(List.of("system", "hugepage", "arena"), services.names());
    }
}
