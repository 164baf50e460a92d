// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.BufferUse;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.QpLayout;
import org.rdmaagent.spi.mlx4.QpLayout.WorkRing;
import org.rdmaagent.spi.verbs.ContextHandle;

/** Every allocator: who is asked for what, and that all of it comes back. */
public final class AllocatorCases {
    private static final long PAGE = 4096;
    private static final long CQE = Card.CQE_BYTES;

    /** Of 1024 requests with 2 segments each, and what libmlx4 adds for a send queue of none. */
    private static final long WQ_BYTES = 1024 * 32 + PAGE;

    private static final List<String> ROUTED = List.of("hugepage", "arena", "service");

    private AllocatorCases() {}

    public static List<NamedCase> all() {
        List<NamedCase> cases = new ArrayList<>();
        for (String name : ROUTED) {
            cases.add(
                    new NamedCase(
                            name + " gives every object its memory and gets it back",
                            () -> everyObject(name)));
        }
        cases.addAll(
                List.of(
                        new NamedCase("system tells nothing", AllocatorCases::system),
                        new NamedCase("the best plan is taken", AllocatorCases::bestPlan),
                        new NamedCase(
                                "routed allocators change at once", AllocatorCases::changesAtOnce),
                        new NamedCase(
                                "system changes while nothing was made",
                                AllocatorCases::beforeTheFirst),
                        new NamedCase(
                                "from or to system needs a reopen once something was made",
                                AllocatorCases::needsReopen),
                        new NamedCase("contexts share an arena", AllocatorCases::sharedArena),
                        new NamedCase(
                                "two contexts have their own allocators",
                                AllocatorCases::twoContexts),
                        new NamedCase(
                                "doorbell pages serve many queues", AllocatorCases::doorbells),
                        new NamedCase("layouts lie in the buffers", AllocatorCases::layouts)));
        return cases;
    }

    private static Card card(String allocator, ContextPlan... plans) {
        Card card = new Card(plans);
        card.add("service", new TestAllocator());
        card.mlx4.setPlans(plans.length == 0 ? List.of(plan(allocator)) : List.of(plans));
        return card;
    }

    /** Huge pages are there on few machines: ordinary ones instead count as use, too. */
    private static ContextPlan plan(String allocator) {
        return Card.plan("*", allocator, Card.REGION, allocator.equals("hugepage"));
    }

    private static void everyObject(String allocator) throws IOException {
        try (Card card = card(allocator)) {
            ContextHandle context = card.open("context");
            Mlx4Context attributes = card.attributes("context");
            MadeObjects objects = new MadeObjects(context, "objects");
            QpLayout qp = attributes.qpLayout("objects");
            long qpBytes = rounded(bytes(qp.send()) + bytes(qp.receive()));
            objects.resize();
            assertEquals(
                    sorted(
                            new BufferUse("cq", rounded(1024 * CQE), 1, 0),
                            new BufferUse("resize", rounded(2048 * CQE), 1, 1),
                            new BufferUse("qp", qpBytes, 1, 1),
                            new BufferUse("srq", 512, 1, 1),
                            new BufferUse("wq", WQ_BYTES, 1, 1),
                            new BufferUse("doorbell", PAGE, 2, 2)),
                    sorted(card.statistics("context").uses().toArray(new BufferUse[0])));
            AllocatorStatistics used = card.statistics("context");
            long live = rounded(2048 * CQE) + qpBytes + PAGE + WQ_BYTES + 2 * PAGE;
            assertEquals(live, used.liveBytes());
            assertEquals(6, used.liveBuffers());
            assertTrue(used.peakBytes() >= live);
            assertEquals(5, attributes.status().objects());
            objects.close();
            AllocatorStatistics after = card.statistics("context");
            assertEquals(0, after.liveBytes());
            assertEquals(0, after.liveBuffers());
            assertEquals(7, after.allocations());
            assertEquals(7, after.frees());
            assertEquals(0, after.failures() + after.lostBytes());
            boolean noneFree = allocator.equals("hugepage") && !hugePagesAreFree();
            assertEquals(noneFree ? 7 : 0, after.fallbacks(), after.lastTrouble());
            assertEquals(allocator, attributes.status().allocator().name());
            context.close();
            assertEquals(List.of(), card.mlx4.contexts());
        }
    }

    private static boolean hugePagesAreFree() throws IOException {
        return Files.readAllLines(Path.of("/proc/meminfo"), StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith("HugePages_Free:"))
                .noneMatch(line -> line.endsWith(" 0"));
    }

    private static long bytes(WorkRing ring) {
        return (long) ring.entries() << ring.entryShift();
    }

    private static long rounded(long bytes) {
        return (bytes + PAGE - 1) / PAGE * PAGE;
    }

    private static List<BufferUse> sorted(BufferUse... uses) {
        List<BufferUse> all = new ArrayList<>(List.of(uses));
        all.sort(Comparator.comparing(BufferUse::purpose).thenComparing(BufferUse::bytes));
        return all;
    }

    private static void system() {
        try (Card card = new Card()) {
            ContextHandle context = card.open("context");
            try (MadeObjects made = new MadeObjects(context, "objects")) {
                made.resize();
                Mlx4ContextStatus status = card.attributes("context").status();
                assertEquals("system", status.allocator().name());
                assertEquals("default", status.origin());
                assertEquals(0, status.allocator().statistics().allocations());
                assertFalse(status.needsReopen());
            }
        }
    }

    private static void bestPlan() {
        try (Card card =
                new Card(
                        Card.all("hugepage"),
                        Card.plan("qp/*", "arena", 1 << 20, false),
                        Card.plan("qp/fe*", "other", 1, true),
                        Card.plan("qp/feed", "system", 1, true))) {
            for (String each : List.of("x", "qp/x", "qp/fex", "qp/feed")) {
                card.open(each);
            }
            assertEquals(
                    List.of("hugepage", "arena", "other", "system"),
                    card.mlx4.contexts().stream()
                            .map(context -> context.status().allocator().name())
                            .toList());
            assertTrue(card.attributes("qp/fex").status().note().contains("'other' is not there"));
            assertEquals("cases", card.attributes("x").owner());
        }
    }

    private static void changesAtOnce() {
        TestAllocator first = new TestAllocator();
        TestAllocator second = new TestAllocator();
        try (Card card = new Card(Card.all("first"))) {
            card.add("first", first);
            card.add("second", second);
            ContextHandle context = card.open("context");
            MadeObjects old = new MadeObjects(context, "old");
            int live = first.live.size();
            card.mlx4.setPlans(List.of(Card.all("second")));
            MadeObjects young = new MadeObjects(context, "young");
            assertEquals(live, first.live.size());
            assertEquals(4, second.live.size()); // the doorbell pages are there already
            card.mlx4.setPlans(List.of(Card.all("arena")));
            assertFalse(card.attributes("context").status().needsReopen());
            young.resize();
            old.close();
            young.close();
            assertEquals(0, first.live.size() + second.live.size());
            assertEquals(0, first.foreign.get() + second.foreign.get());
            assertEquals(0, card.statistics("context").liveBytes());
        }
    }

    private static void beforeTheFirst() {
        TestAllocator own = new TestAllocator();
        try (Card card = new Card()) {
            card.add("own", own);
            ContextHandle context = card.open("context");
            card.mlx4.setPlans(List.of(Card.all("own")));
            assertEquals("own", card.attributes("context").status().allocator().name());
            card.mlx4.setPlans(List.of());
            assertEquals("system", card.attributes("context").status().allocator().name());
            card.mlx4.setPlans(List.of(Card.all("own")));
            new MadeObjects(context, "objects").close();
            assertEquals(6, own.given.get());
            assertEquals(0, own.live.size());
        }
    }

    private static void needsReopen() {
        TestAllocator own = new TestAllocator();
        try (Card card = new Card()) {
            card.add("own", own);
            ContextHandle context = card.open("context");
            MadeObjects objects = new MadeObjects(context, "objects");
            card.mlx4.setPlans(List.of(Card.all("own")));
            Mlx4ContextStatus status = card.attributes("context").status();
            assertTrue(status.needsReopen());
            assertEquals("system", status.allocator().name());
            assertEquals("own", status.allocator().planned());
            objects.close();
            new MadeObjects(context, "more").close();
            assertEquals(0, own.given.get());
            context.close();
            ContextHandle again = card.open("context");
            assertFalse(card.attributes("context").status().needsReopen());
            MadeObjects routed = new MadeObjects(again, "objects");
            card.mlx4.setPlans(List.of());
            assertTrue(card.attributes("context").status().needsReopen());
            routed.close();
            assertEquals(6, own.given.get());
            assertEquals(0, own.live.size());
        }
    }

    private static void sharedArena() {
        try (Card card = new Card(Card.plan("*", "arena", 32 * PAGE, false))) {
            ContextHandle one = card.open("one");
            ContextHandle two = card.open("two");
            one.createCq("cq", 100, null, 0);
            two.createCq("cq", 100, null, 0);
            String detail = card.attributes("one").status().allocator().detail();
            assertEquals(detail, card.attributes("two").status().allocator().detail());
            assertTrue(detail.contains(rounded(128 * CQE) * 2 + 2 * PAGE + " of "), detail);
        }
    }

    private static void twoContexts() {
        TestAllocator own = new TestAllocator();
        try (Card card = new Card(Card.plan("one", "own", 1, false), Card.all("arena"))) {
            card.add("own", own);
            MadeObjects one = new MadeObjects(card.open("one"), "objects");
            MadeObjects two = new MadeObjects(card.open("two"), "objects");
            assertEquals(6, own.live.size());
            assertEquals(6, card.statistics("two").liveBuffers());
            two.close();
            assertEquals(6, own.live.size());
            one.close();
            assertEquals(0, own.live.size());
        }
    }

    private static void doorbells() {
        try (Card card = new Card(Card.plan("*", "arena", 64 << 20, false))) {
            ContextHandle context = card.open("context");
            for (int i = 0; i < 513; i++) {
                context.createCq("cq" + i, 10, null, 0);
            }
            long pages =
                    card.statistics("context").uses().stream()
                            .filter(use -> use.purpose().equals("doorbell"))
                            .mapToLong(BufferUse::live)
                            .sum();
            assertEquals(2, pages);
        }
    }

    private static void layouts() {
        TestAllocator own = new TestAllocator();
        try (Card card = new Card(Card.all("own"))) {
            card.add("own", own);
            MadeObjects objects = new MadeObjects(card.open("context"), "objects");
            CqLayout cq = card.attributes("context").cqLayout("objects");
            assertTrue(own.live.containsKey(cq.buffer()));
            assertEquals(objects.cq.cqe() + 1, cq.entries());
            assertEquals(CQE, cq.entryBytes());
            assertTrue(own.live.containsKey(cq.consumerIndexRecord() / PAGE * PAGE));
            assertEquals(cq.consumerIndexRecord() + 4, cq.armRecord());
            assertTrue(cq.doorbellPage() != 0);
            QpLayout qp = card.attributes("context").qpLayout("objects");
            assertEquals(Emulator.mlx4emu_stat("last_qp_buf"), qp.buffer());
            assertEquals(rounded(bytes(qp.send()) + bytes(qp.receive())), qp.bufferBytes());
            assertEquals(objects.qp.number().value() << 8, Integer.reverseBytes(qp.doorbellQpn()));
            assertEquals(0, card.attributes("context").attributes().compMask());
        }
    }
}
