// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The loop and the handlers of memberships. */
class CountingSetupTest {
    private static final String LOOP = "org.rdmaagent.dataplane.loop~multicast";
    private static final String HANDLER = "org.rdmaagent.handlers.counting~multicast-";

    private final MemoryConfigurations store = new MemoryConfigurations();
    private final CountingSetup setup = new CountingSetup(store::admin);

    private void want(String... names) {
        setup.want(Set.of(names));
        assertFalse(setup.doWork());
        assertEquals("", setup.trouble());
    }

    @Test
    void oneLoopPollsAllAndOneHandlerCountsEach() {
        want("b", "a");
        assertEquals(
                Map.of(
                        LOOP,
                        Map.of("queues", "multicast/a:a,multicast/b:b", "idle", "event"),
                        HANDLER + "a",
                        Map.of("rdma.cq", "multicast/a:a", "service.ranking", -1000),
                        HANDLER + "b",
                        Map.of("rdma.cq", "multicast/b:b", "service.ranking", -1000)),
                store.stored);
    }

    @Test
    void aHandlerThatStaysIsNotTouched() {
        want("a");
        store.changes.clear();
        want("a", "b");
        assertEquals(List.of("update " + HANDLER + "b", "update " + LOOP), store.changes);
        store.changes.clear();
        want("b");
        assertEquals(List.of("delete " + HANDLER + "a", "update " + LOOP), store.changes);
        store.changes.clear();
        want("b");
        assertEquals(List.of(), store.changes);
    }

    @Test
    void nothingIsLeftWhenNobodyIsCounted() {
        want("a");
        want();
        assertEquals(Map.of(), store.stored);
    }

    @Test
    void whatAnAgentBeforeHasLeftGoes() {
        want("old");
        CountingSetup next = new CountingSetup(store::admin);
        next.want(Set.of());
        assertFalse(next.doWork());
        assertEquals(Map.of(), store.stored);
    }

    @Test
    void whatFilesAskForIsLeftAlone() {
        Map<String, Object> own =
                new TreeMap<>(
                        Map.of(
                                "queues",
                                "mine",
                                "felix.fileinstall.filename",
                                "file:/etc/org.rdmaagent.dataplane.loop-multicast.cfg"));
        store.stored.put(LOOP, own);
        want();
        assertEquals(Map.of(LOOP, own), store.stored);
        setup.want(Set.of("a"));
        assertTrue(setup.doWork());
        assertTrue(setup.trouble().contains("a file asks for a loop of the name multicast"));
        assertEquals(own, store.stored.get(LOOP));
    }

    @Test
    void whatFailsIsToldAndTriedAgain() {
        store.broken = true;
        setup.want(Set.of("a"));
        assertTrue(setup.doWork());
        assertTrue(setup.trouble().contains("the store is broken"), setup::trouble);
        store.broken = false;
        assertFalse(setup.doWork());
        assertEquals(2, store.stored.size());
        assertEquals("", setup.trouble());
    }

    @Test
    void withoutConfigurationAdminItWaits() {
        CountingSetup alone = new CountingSetup(() -> null);
        alone.want(Set.of());
        assertTrue(alone.doWork());
        assertEquals("", alone.trouble());
        alone.want(Set.of("a"));
        assertTrue(alone.doWork());
        assertTrue(alone.trouble().contains("Configuration Admin"), alone::trouble);
    }
}
