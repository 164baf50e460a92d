// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** Two files that want one name: the first has it, the other waits and tells so. */
class SameNameTest {
    private static final String MLX = "mlx4_0";
    private static final Map<String, String> DATAGRAM = Map.of("name", "feed");
    private static final Map<String, String> CONNECTED = Map.of("name", "feed", "type", "RC");
    private static final String REFUSED =
            "configuration of queue pair feed: qp-dup: another file, qp-feed, has a queue pair of"
                    + " this name; choose another name";

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Map<ObjectKind, Integer> empty = host.kernelCounts(MLX);
    private Session session = host.session();
    private PlannedQueuePairs plans = new PlannedQueuePairs();
    private PlanFile feed = new PlanFile(plans);
    private PlanFile dup = new PlanFile(plans);

    @Test
    void theNewcomerIsRefusedByTheNamesOfBothFilesAndThePairRunsOn() {
        QueuePair running = firstRuns();
        read(dup, "dup", CONNECTED);
        assertRefused(running);
        plans.doWork(host.library, session);
        assertRefused(running);
    }

    @Test
    void theFilesAreNamedByTheirPathsToo() {
        feed.read(
                Map.of(
                        "device",
                        MLX,
                        "service.pid",
                        "a.b.c",
                        "felix.fileinstall.filename",
                        "file:/etc/org.rdmaagent.verbs.qp-feed.cfg"));
        read(dup, "dup", DATAGRAM);
        assertEquals(List.of(REFUSED), plans.troubles());
    }

    @Test
    void takingTheNewcomerAwayChangesNothingForTheFirst() {
        QueuePair running = firstRuns();
        read(dup, "dup", CONNECTED);
        dup.remove();
        plans.doWork(host.library, session);
        assertRuns(running);
        feed.remove();
        plans.doWork(host.library, session);
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void theNewcomerTakesOverWhenTheFirstGoes() {
        QueuePair running = firstRuns();
        read(dup, "dup", CONNECTED);
        feed.remove();
        plans.doWork(host.library, session);
        assertFalse(running.isOpen());
        assertEquals(QpState.INIT, pair("feed").orElseThrow().state());
        assertEquals(List.of(), plans.troubles());
        // Now it is the one that has the name.
        QueuePair second = pair("feed").orElseThrow();
        feed = new PlanFile(plans);
        read(feed, "feed", DATAGRAM);
        assertEquals(second, pair("feed").orElseThrow());
        assertEquals(
                List.of(
                        "configuration of queue pair feed: qp-feed: another file, qp-dup, has a"
                                + " queue pair of this name; choose another name"),
                plans.troubles());
        feed.remove();
        dup.remove();
        plans.doWork(host.library, session);
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void ofSeveralTheOneThatWaitsLongestIsNext() {
        PlanFile third = new PlanFile(plans);
        QueuePair running = firstRuns();
        read(dup, "dup", CONNECTED);
        read(third, "third", DATAGRAM);
        read(dup, "dup", CONNECTED);
        assertEquals(2, plans.troubles().size(), plans.troubles().toString());
        feed.remove();
        plans.doWork(host.library, session);
        assertFalse(running.isOpen());
        assertEquals(QpState.INIT, pair("feed").orElseThrow().state());
        assertEquals(
                List.of(
                        "configuration of queue pair feed: qp-third: another file, qp-dup, has a"
                                + " queue pair of this name; choose another name"),
                plans.troubles());
    }

    @Test
    void editsOfTheRefusedOneTouchNothingAndTheLastOneCountsLater() {
        QueuePair running = firstRuns();
        read(dup, "dup", DATAGRAM);
        read(dup, "dup", Map.of("name", "feed", "type", "rc", "bogus", "1"));
        assertRefused(running);
        read(dup, "dup", CONNECTED);
        assertRefused(running);
        feed.remove();
        plans.doWork(host.library, session);
        assertEquals(QpState.INIT, pair("feed").orElseThrow().state());
    }

    @Test
    void aWrongOneThatTakesOverIsToldAndThePairOfTheFirstEnds() {
        QueuePair running = firstRuns();
        read(dup, "dup", Map.of("name", "feed", "type", "rc"));
        feed.remove();
        plans.doWork(host.library, session);
        assertFalse(running.isOpen());
        assertEquals(
                List.of("configuration of queue pair feed: type is UD, RC or UC, not rc"),
                plans.troubles());
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void oneThatCannotBeMadeDoesNotKeepThePairOfTheFirst() {
        QueuePair running = firstRuns();
        read(dup, "dup", Map.of("name", "feed", "port", "9"));
        feed.remove();
        plans.doWork(host.library, session);
        assertFalse(running.isOpen());
        assertTrue(plans.troubles().get(0).contains("port = 9"), plans.troubles().toString());
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void theRefusedOneMayChooseAnotherName() {
        QueuePair running = firstRuns();
        read(dup, "dup", CONNECTED);
        read(dup, "dup", Map.of("name", "other"));
        assertRuns(running);
        assertTrue(pair("other").isPresent());
    }

    @Test
    void aRunningOneThatTakesTheNameOfAnotherEndsAndWaits() {
        QueuePair running = firstRuns();
        read(dup, "dup", Map.of());
        QueuePair own = pair("dup").orElseThrow();
        read(dup, "dup", CONNECTED);
        assertFalse(own.isOpen());
        assertRefused(running);
    }

    @Test
    void whenTheFirstChangesItsNameTheOtherTakesOver() {
        QueuePair running = firstRuns();
        read(dup, "dup", CONNECTED);
        read(feed, "feed", Map.of("name", "moved"));
        assertFalse(running.isOpen());
        assertEquals(QpState.RTS, pair("moved").orElseThrow().state());
        assertEquals(QpState.INIT, pair("feed").orElseThrow().state());
        assertEquals(List.of(), plans.troubles());
    }

    @Test
    void twoFilesCanSwapTheirNames() {
        QueuePair running = firstRuns();
        read(dup, "dup", Map.of("type", "RC"));
        read(feed, "feed", Map.of("name", "dup"));
        assertEquals(1, plans.troubles().size(), plans.troubles().toString());
        read(dup, "dup", CONNECTED);
        assertFalse(running.isOpen());
        assertEquals(QpState.INIT, pair("feed").orElseThrow().state());
        assertEquals(QpState.RTS, pair("dup").orElseThrow().state());
        assertEquals(List.of(), plans.troubles());
    }

    @Test
    void whenTheBundleStopsTheRefusedOneDoesNotTakeOver() {
        QueuePair running = firstRuns();
        read(dup, "dup", CONNECTED);
        feed.leave();
        plans.doWork(host.library, session);
        assertTrue(running.isOpen());
        dup.leave();
        plans.doWork(host.library, session);
        assertTrue(running.isOpen());
        session.end();
        session = host.session();
        plans = new PlannedQueuePairs();
        feed = new PlanFile(plans);
        dup = new PlanFile(plans);
        read(feed, "feed", Map.of());
        read(dup, "dup", CONNECTED);
        assertEquals(running.number(), pair("feed").orElseThrow().number());
        assertEquals(List.of(REFUSED), plans.troubles());
    }

    @Test
    void oneContextOnTwoDevicesIsRefusedToTheSecondAndTheFirstRunsOn() {
        read(feed, "feed", Map.of("context", "one", "completionQueue", "q"));
        QueuePair running = pair("feed").orElseThrow();
        Map<String, String> elsewhere =
                Map.of("device", "rxe0", "context", "one", "completionQueue", "q");
        read(dup, "dup", elsewhere);
        assertTrue(running.isOpen());
        assertTrue(
                plans.troubles().get(0).startsWith("queue pair dup: the context qp/one is open on"),
                plans.troubles().toString());
        dup.remove();
        plans.doWork(host.library, session);
        assertRuns(running);
        dup = new PlanFile(plans);
        read(dup, "dup", elsewhere);
        feed.remove();
        plans.doWork(host.library, session);
        assertNotEquals(MLX, pair("dup").orElseThrow().device());
        assertEquals(List.of(), plans.troubles());
    }

    private QueuePair firstRuns() {
        read(feed, "feed", Map.of());
        return pair("feed").orElseThrow();
    }

    private void read(PlanFile file, String name, Map<String, String> more) {
        Map<String, String> keys = new HashMap<>();
        keys.put("device", MLX);
        keys.put("service.pid", "org.rdmaagent.verbs.qp~" + name);
        keys.putAll(more);
        file.read(keys);
        plans.doWork(host.library, session);
    }

    private void assertRefused(QueuePair running) {
        assertEquals(List.of(REFUSED), plans.troubles());
        assertTrue(running.isOpen());
        assertEquals(running, pair("feed").orElseThrow());
        assertEquals(QpState.RTS, running.state());
        assertEquals(1, session.contexts().size());
    }

    private void assertRuns(QueuePair running) {
        assertEquals(List.of(), plans.troubles());
        assertTrue(running.isOpen());
        assertEquals(running, pair("feed").orElseThrow());
    }

    private Optional<QueuePair> pair(String name) {
        return session.contexts().stream()
                .flatMap(context -> context.find(QueuePair.class, name).stream())
                .findFirst();
    }
}
