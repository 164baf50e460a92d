// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.verbs.ContextHandle;

/** Objects made and closed again and again, by one thread and by four. */
public final class RoundCases {
    private static final int ROUNDS = Boolean.getBoolean("rdma.long") ? 10_000 : 500;
    private static final int THREADS = 4;
    private static final long TOLERATED_BYTES = 24L << 20;
    private static final int TOLERATED_MAPPINGS = 64;

    private RoundCases() {}

    public static List<NamedCase> all() {
        List<NamedCase> cases = new ArrayList<>();
        for (String name : List.of("hugepage", "arena", "service")) {
            cases.add(new NamedCase(ROUNDS + " rounds leave nothing: " + name, () -> rounds(name)));
            cases.add(new NamedCase("four threads: " + name, () -> threads(name)));
        }
        cases.add(new NamedCase("four threads and an unsteady allocator", RoundCases::unsteady));
        return cases;
    }

    private static ContextPlan plan(String allocator) {
        boolean huge = allocator.equals("hugepage");
        return Card.plan("*", allocator, huge ? 1 : 64 << 20, huge);
    }

    private static void rounds(String allocator) throws Exception {
        TestAllocator service = new TestAllocator();
        try (Card card = new Card(plan(allocator))) {
            card.add("service", service);
            ContextHandle context = card.open("context");
            for (int i = 0; i < ROUNDS / 5; i++) {
                round(context, "object");
            }
            System.gc();
            long residentBefore = residentBytes();
            int mappingsBefore = mappings();
            for (int i = 0; i < ROUNDS; i++) {
                round(context, "object");
            }
            System.gc();
            balanced(card, "context");
            assertEquals(0, service.live.size() + service.foreign.get());
            assertEquals(0, Emulator.mlx4emu_stat("cqs") + Emulator.mlx4emu_stat("wqs"));
            assertEquals(0, Emulator.mlx4emu_stat("pinned_pages"));
            long grown = residentBytes() - residentBefore;
            assertTrue(grown < TOLERATED_BYTES, grown + " bytes more");
            int more = mappings() - mappingsBefore;
            assertTrue(more < TOLERATED_MAPPINGS, more + " more mappings");
        }
    }

    private static void round(ContextHandle context, String name) {
        try (MadeObjects objects = new MadeObjects(context, name)) {
            objects.resize();
        }
    }

    private static void balanced(Card card, String context) {
        AllocatorStatistics told = card.statistics(context);
        assertEquals(0, told.liveBytes() + told.liveBuffers() + told.lostBytes());
        assertEquals(told.allocations(), told.frees());
        assertTrue(told.uses().stream().allMatch(use -> use.live() == 0), told.toString());
    }

    private static void threads(String allocator) throws Exception {
        TestAllocator service = new TestAllocator();
        try (Card card = new Card(plan(allocator))) {
            card.add("service", service);
            ContextHandle context = card.open("context");
            together(
                    i -> {
                        for (int round = 0; round < ROUNDS / THREADS; round++) {
                            round(context, "thread" + i);
                        }
                    });
            balanced(card, "context");
            AllocatorStatistics told = card.statistics("context");
            assertEquals(0, told.failures());
            assertEquals(0, service.live.size() + service.foreign.get());
        }
    }

    /** What a thread does. */
    @FunctionalInterface
    private interface Part {
        void run(int thread) throws Exception;
    }

    private static void together(Part part) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Boolean>> parts = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                parts.add(
                        () -> {
                            part.run(thread);
                            return true;
                        });
            }
            for (Future<Boolean> each : pool.invokeAll(parts, 10, TimeUnit.MINUTES)) {
                assertTrue(each.get());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Two threads make and close; one changes the plan, one what the service does. */
    private static void unsteady() throws Exception {
        TestAllocator service = new TestAllocator();
        try (Card card = new Card(plan("service"))) {
            card.add("service", service);
            ContextHandle context = card.open("context");
            List<TestAllocator.Mood> moods =
                    List.of(
                            TestAllocator.Mood.GIVING,
                            TestAllocator.Mood.REFUSING,
                            TestAllocator.Mood.THROWING);
            List<ContextPlan> plans = List.of(plan("arena"), plan("hugepage"), plan("service"));
            together(
                    i -> {
                        for (int round = 0; round < ROUNDS / THREADS; round++) {
                            switch (i) {
                                case 0 -> card.mlx4.setPlans(List.of(plans.get(round % 3)));
                                case 1 -> service.mood = moods.get(round % moods.size());
                                default -> tolerating(context, "thread" + i);
                            }
                        }
                    });
            card.lease.close();
            assertEquals(0, service.live.size() + service.foreign.get());
        }
    }

    /** A refused part leaves the rest, which goes with the context. */
    private static void tolerating(ContextHandle context, String name) {
        try (var cq = context.createCq(name, 1000, null, 0)) {
            cq.resize(3000);
        } catch (RdmaException e) {
            assertEquals("ENOMEM", e.errno().name(), e.getMessage());
        }
    }

    private static long residentBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.UTF_8).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .findFirst()
                        .orElseThrow()
                * 1024;
    }

    private static int mappings() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/maps"), StandardCharsets.UTF_8).size();
    }
}
