// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.loop.Binding;

class HandlersTest {
    private final Handlers handlers = new Handlers();
    private final CompletionHandler one = batch -> {};
    private final CompletionHandler two = batch -> {};

    private static Map<String, Object> properties(long id, int ranking, Object queues) {
        return Map.of("service.id", id, "service.ranking", ranking, CompletionHandler.CQ, queues);
    }

    private @Nullable CompletionHandler best(String... names) {
        Binding best = handlers.best(Set.of(names));
        return best == null ? null : best.handler();
    }

    @Test
    void theHighestRankingOfAllNamesOfAQueueThenTheOldest() {
        handlers.put(two, properties(2, 0, "feed"));
        handlers.put(one, properties(1, 0, "ctx:feed"));
        assertSame(one, best("feed", "ctx:feed"));
        handlers.put(two, properties(2, 3, "feed"));
        assertSame(two, best("feed", "ctx:feed"));
        assertSame(one, best("ctx:feed"));
        assertNull(best("other"));
    }

    @Test
    void oneThatIsChangedLeavesTheQueuesThatItDoesNotNameAnyMore() {
        handlers.put(one, properties(1, 0, List.of("a", "b")));
        handlers.put(two, properties(2, -1, new String[] {"a"}));
        Binding before = handlers.best(Set.of("a"));
        handlers.put(one, properties(1, -2, List.of("b", "c", "a")));
        assertSame(two, best("a"));
        handlers.put(one, properties(1, 0, "c"));
        assertSame(before, handlers.best(Set.of("c")));
        assertNull(best("b"));
        handlers.remove(properties(2, -1, "whatever"));
        assertNull(best("a"));
    }

    @Test
    void whatGetsNothingIsNamed() {
        handlers.put(one, properties(1, 0, " , "));
        handlers.put(two, properties(2, 0, "a"));
        assertEquals(1, handlers.withoutQueue().size());
        assertEquals(1, handlers.without(Set.of("b")).size());
        assertEquals(0, handlers.without(Set.of("a")).size());
    }
}
