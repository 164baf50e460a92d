// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The loop and the handlers of memberships. */
class CountingSetupTest {
    private static final String LOOP = "org.rdmaagent.dataplane.loop~";
    private static final String HANDLER = "org.rdmaagent.handlers.counting~";
    private static final long REST = TimeUnit.SECONDS.toNanos(2);

    private final MemoryConfigurations store = new MemoryConfigurations();
    private long now;
    private final CountingSetup setup = new CountingSetup(store::admin, () -> now);

    private void want(String... names) {
        setup.want(Set.of(names));
        assertFalse(setup.doWork());
        assertEquals("", setup.trouble());
    }

    private static Map<String, Object> handler(String name) {
        return Map.of(
                "rdma.membership",
                name,
                "rdma.cq",
                "multicast/" + name + ":" + name,
                "service.ranking",
                -1000);
    }

    private static Map<String, Object> loop(String queues) {
        return Map.of("name", "multicast", "queues", queues, "idle", "event");
    }

    @Test
    void oneLoopPollsAllAndOneHandlerCountsEach() {
        want("b", "a");
        assertEquals(
                Map.of(
                        HANDLER + 1,
                        handler("a"),
                        HANDLER + 2,
                        handler("b"),
                        LOOP + 3,
                        loop("multicast/a:a,multicast/b:b")),
                store.stored);
    }

    @Test
    void aHandlerThatStaysIsNotTouched() {
        want("a");
        store.changes.clear();
        want("a", "b");
        assertEquals(List.of("update " + HANDLER + 3, "update " + LOOP + 2), store.changes);
        now += REST;
        store.changes.clear();
        want("b");
        assertEquals(List.of("delete " + HANDLER + 1, "update " + LOOP + 2), store.changes);
        store.changes.clear();
        want("b");
        assertEquals(List.of(), store.changes);
    }

    /** Who is told of the writing may make it anew while it reads. */
    @Test
    void whatWasJustWrittenIsNotDeletedYetAndNoPidIsUsedTwice() {
        want("a");
        setup.want(Set.of());
        assertTrue(setup.doWork());
        assertEquals(2, store.stored.size());
        now += REST - 1;
        assertTrue(setup.doWork());
        assertEquals(2, store.stored.size());
        now++;
        assertFalse(setup.doWork());
        assertEquals(Map.of(), store.stored);
        want("a");
        assertEquals(Set.of(HANDLER + 3, LOOP + 4), store.stored.keySet());
    }

    @Test
    void oneThatIsWantedAgainMeanwhileStays() {
        want("a");
        setup.want(Set.of());
        assertTrue(setup.doWork());
        store.changes.clear();
        want("a");
        now += REST;
        assertFalse(setup.doWork());
        assertEquals(List.of(), store.changes);
    }

    @Test
    void whatAnAgentBeforeHasLeftGoes() {
        want("old");
        CountingSetup next = new CountingSetup(store::admin, () -> now);
        next.want(Set.of());
        assertFalse(next.doWork());
        assertEquals(Map.of(), store.stored);
    }

    @Test
    void whatFilesAskForIsLeftAlone() {
        Map<String, Object> own =
                new TreeMap<>(
                        Map.of(
                                "name",
                                "multicast",
                                "queues",
                                "mine",
                                "felix.fileinstall.filename",
                                "file:/etc/org.rdmaagent.dataplane.loop-multicast.cfg"));
        store.stored.put(LOOP + "multicast", own);
        want();
        assertEquals(Map.of(LOOP + "multicast", own), store.stored);
        want("a");
        assertEquals(own, store.stored.get(LOOP + "multicast"));
        assertEquals(loop("multicast/a:a"), store.stored.get(LOOP + 2));
    }

    @Test
    void oneOfTwoForTheSameIsEnough() {
        store.stored.put(HANDLER + "x", new TreeMap<>(handler("a")));
        store.stored.put(HANDLER + "y", new TreeMap<>(handler("a")));
        want("a");
        assertEquals(2, store.stored.size());
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
        CountingSetup alone = new CountingSetup(() -> null, () -> now);
        alone.want(Set.of());
        assertTrue(alone.doWork());
        assertEquals("", alone.trouble());
        alone.want(Set.of("a"));
        assertTrue(alone.doWork());
        assertTrue(alone.trouble().contains("Configuration Admin"), alone::trouble);
    }
}
