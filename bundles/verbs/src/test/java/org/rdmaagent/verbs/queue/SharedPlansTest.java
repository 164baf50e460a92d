// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** Files that name one context, and one completion queue. */
class SharedPlansTest {
    private static final String MLX = "mlx4_0";
    private static final int EOPNOTSUPP = 95;
    private static final int EBUSY = 16;

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Map<ObjectKind, Integer> empty = host.kernelCounts(MLX);
    private final Map<String, PlanFile> files = new TreeMap<>();
    private Session session = host.session();
    private PlannedQueuePairs plans = new PlannedQueuePairs();

    @Test
    void theyShareDomainAndQueueWhichHasAnEntryForEachRequest() {
        add("a", Map.of());
        add("b", Map.of("maxRecvWr", "700"));
        work();
        assertEquals(List.of(), plans.troubles());
        assertEquals(1, session.contexts().size());
        assertEquals(1, count(ProtectionDomain.class));
        assertEquals(1, count(CompletionQueue.class));
        assertEquals(pair("a").receiveQueue(), pair("b").sendQueue());
        assertHoldsAll();
        assertTrue(queue().channel().isPresent());
    }

    @Test
    void theQueueGrowsWhenAFileJoinsAndThePairsStay() {
        add("b", Map.of());
        work();
        QueuePair first = pair("b");
        int before = queue().capacity();
        add("a", Map.of("maxRecvWr", "3000"));
        add("c", Map.of("completionEntries", "9000"));
        work();
        assertEquals(List.of(), plans.troubles());
        assertEquals(first, pair("b"));
        assertTrue(first.isOpen());
        assertTrue(before < 3000 && queue().capacity() >= 9000, "" + queue().capacity());
        assertHoldsAll();
    }

    @Test
    void takingOneAwayEndsItsPairAndItsMemoryOnly() {
        add("a", Map.of("receiveBytes", "64"));
        add("b", Map.of("receiveBytes", "64"));
        add("alone", Map.of("completionQueue", "own"));
        work();
        QueuePair a = pair("a");
        QueuePair alone = pair("alone");
        file("b").remove();
        file("alone").remove();
        work();
        assertEquals(a, pair("a"));
        assertTrue(a.isOpen());
        assertFalse(alone.isOpen());
        assertEquals(1, count(QueuePair.class));
        assertEquals(
                List.of("a"),
                context().objects().stream()
                        .filter(MemoryRegion.class::isInstance)
                        .map(VerbsObject::name)
                        .toList());
        assertEquals("all", queue().name());
        assertEquals(1, count(CompletionQueue.class));
        file("a").remove();
        work();
        assertEquals(List.of(), session.contexts());
        assertEquals(empty, host.kernelCounts(MLX));
        assertEquals(List.of(), plans.troubles());
    }

    @Test
    void aReplacedBundleFindsAllOfThem() {
        add("a", Map.of("receiveBytes", "64"));
        add("b", Map.of());
        work();
        QueuePair a = pair("a");
        QueuePair b = pair("b");
        var ring = a.receiveRing();
        swap();
        add("a", Map.of("receiveBytes", "64"));
        work();
        // The file of b is read later than the other.
        assertEquals(b.number(), pair("b").number());
        add("b", Map.of());
        work();
        assertEquals(a.number(), pair("a").number());
        assertEquals(b.number(), pair("b").number());
        assertEquals(ring, pair("a").receiveRing());
        assertEquals(List.of(), session.unclaimed());
        files.values().forEach(PlanFile::remove);
        work();
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void whereADriverCannotResizeThoseWhoAreThereStayAndTheOtherIsTold() {
        add("a", Map.of());
        work();
        QueuePair a = pair("a");
        add("b", Map.of("maxRecvWr", "9000"));
        host.faults.failNext(MLX, "ibv_resize_cq", EOPNOTSUPP, 1);
        work();
        assertTrue(a.isOpen());
        assertTold("queue pair b: ", "is too small for all who use it: remove the files");
        // It leaves nothing of its own behind.
        assertEquals(1, count(QueuePair.class));
        work();
        assertEquals(a, pair("a"));
        assertHoldsAll();
    }

    @Test
    void aQueueOfOnePairGrowsInPlaceElseThePairIsMadeAnew() {
        add("a", Map.of());
        work();
        QueuePair first = pair("a");
        edit("a", Map.of("completionEntries", "20000"));
        assertEquals(first, pair("a"));
        assertTrue(queue().capacity() >= 20_000);
        host.faults.failNext(MLX, "ibv_resize_cq", EBUSY, 1);
        edit("a", Map.of("completionEntries", "40000"));
        assertTold("queue pair a: ", "EBUSY");
        assertTrue(first.isOpen());
        host.faults.failNext(MLX, "ibv_resize_cq", EOPNOTSUPP, 1);
        work();
        assertEquals(List.of(), plans.troubles());
        assertFalse(first.isOpen());
        assertNotEquals(first, pair("a"));
        assertTrue(queue().capacity() >= 40_000);
    }

    @Test
    void aQueueThatOthersUseGetsNoChannel() {
        add("a", Map.of("completionChannel", "false"));
        add("b", Map.of("completionChannel", "false"));
        work();
        QueuePair a = pair("a");
        QueuePair b = pair("b");
        edit("b", Map.of());
        assertEquals(2, plans.troubles().size(), plans.troubles().toString());
        assertTrue(
                plans.troubles()
                        .get(1)
                        .startsWith(
                                "queue pair b: completion queue all was made without a channel and"
                                        + " a use it: set completionChannel alike"),
                plans.troubles().toString());
        assertTrue(a.isOpen() && b.isOpen());
        edit("b", Map.of("completionChannel", "false"));
        assertEquals(List.of(), plans.troubles());
        assertEquals(a, pair("a"));
        assertEquals(b, pair("b"));
    }

    @Test
    void editingOneAgainAndAgainLeavesNothingOnTheQueueOfBoth() {
        add("a", Map.of());
        add("b", Map.of("receiveBytes", "64"));
        work();
        for (int i = 65; i < 70; i++) {
            edit("b", Map.of("receiveBytes", Integer.toString(i)));
        }
        assertEquals(List.of(), plans.troubles());
        assertEquals(List.of(), queue().poll(1000));
    }

    @Test
    void afterTheDeviceWasGoneTheyAreThereAgain() {
        add("a", Map.of("receiveBytes", "64"));
        add("b", Map.of());
        work();
        host.faults.unplug(MLX);
        work();
        host.faults.plug(MLX);
        for (int i = 0; i < 3; i++) {
            work();
        }
        assertEquals(List.of(), plans.troubles());
        assertEquals(QpState.RTS, pair("a").state());
        assertEquals(QpState.RTS, pair("b").state());
        assertEquals(1, count(CompletionQueue.class));
        files.values().forEach(PlanFile::remove);
        work();
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void anotherDeviceIsAnotherContext() {
        add("a", Map.of());
        add("b", Map.of("device", "rxe0"));
        work();
        assertTold("queue pair b: ", "the context qp/group is open on mlx4_0, not on rxe0");
    }

    @Test
    void aPlanThatLeavesTheContextLeavesTheOthersThere() {
        add("a", Map.of());
        add("b", Map.of());
        work();
        QueuePair b = pair("b");
        edit("a", Map.of("context", "elsewhere"));
        assertEquals(List.of(), plans.troubles());
        assertEquals(2, session.contexts().size());
        assertEquals(1, count(QueuePair.class));
        assertTrue(b.isOpen());
    }

    private void add(String name, Map<String, String> more) {
        PlanFile file = new PlanFile(plans);
        files.put(name, file);
        file.read(keys(name, more));
    }

    private void edit(String name, Map<String, String> more) {
        file(name).read(keys(name, more));
        work();
    }

    private PlanFile file(String name) {
        return java.util.Objects.requireNonNull(files.get(name));
    }

    private static Map<String, String> keys(String name, Map<String, String> more) {
        Map<String, String> keys =
                new HashMap<>(
                        Map.of(
                                "name",
                                name,
                                "device",
                                MLX,
                                "context",
                                "group",
                                "completionQueue",
                                "all"));
        keys.putAll(more);
        return keys;
    }

    private void work() {
        plans.doWork(host.library, session);
    }

    private void swap() {
        files.values().forEach(PlanFile::leave);
        files.clear();
        session.end();
        session = host.session();
        plans = new PlannedQueuePairs();
    }

    private DeviceContext context() {
        return session.contexts().stream()
                .filter(context -> context.name().equals("qp/group"))
                .findFirst()
                .orElseThrow();
    }

    private long count(Class<?> type) {
        return context().objects().stream().filter(type::isInstance).count();
    }

    private QueuePair pair(String name) {
        return context().find(QueuePair.class, name).orElseThrow();
    }

    private CompletionQueue queue() {
        return context().find(CompletionQueue.class, "all").orElseThrow();
    }

    private void assertHoldsAll() {
        int work = 0;
        for (VerbsObject object : context().objects()) {
            if (object instanceof QueuePair pair) {
                QpCapabilities granted = pair.init().capabilities();
                work += granted.maxSendWr() + granted.maxRecvWr();
            }
        }
        assertTrue(queue().capacity() >= work, queue().capacity() + " of " + work);
    }

    private void assertTold(String begin, String part) {
        assertEquals(1, plans.troubles().size(), plans.troubles().toString());
        String told = plans.troubles().get(0);
        assertTrue(told.startsWith(begin) && told.contains(part), told);
    }
}
