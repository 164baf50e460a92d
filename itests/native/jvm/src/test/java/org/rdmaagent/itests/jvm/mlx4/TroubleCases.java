// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.rdmaagent.RdmaException;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.itests.jvm.verbs.Refusals;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;

/** Allocators that fail, lie or go away. */
public final class TroubleCases {
    private static final long PAGE = 4096;

    private TroubleCases() {}

    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("an allocator that gives none", () -> refusing(false)),
                new NamedCase("an allocator that throws", () -> refusing(true)),
                new NamedCase("ordinary pages in its place", TroubleCases::fallback),
                new NamedCase("memory that cannot be used", TroubleCases::unusable),
                new NamedCase("an allocator that does not take back", TroubleCases::lost),
                new NamedCase("an allocator that goes away", TroubleCases::departed),
                new NamedCase("an allocator that comes later", TroubleCases::late),
                new NamedCase("a refused doorbell page", TroubleCases::doorbell),
                new NamedCase("a refused resize", TroubleCases::resize),
                new NamedCase("a full arena", TroubleCases::full),
                new NamedCase("an arena that cannot be made", TroubleCases::noArena),
                new NamedCase("no huge pages", TroubleCases::noHugePages),
                new NamedCase("a closed context", TroubleCases::closed),
                new NamedCase("an end while a queue is made", () -> endWhileMaking(false)),
                new NamedCase("an end while a pair is made", () -> endWhileMaking(true)),
                new NamedCase("objects that are not there", TroubleCases::unknown),
                new NamedCase("a device that goes away", TroubleCases::deviceGone));
    }

    private static void refusing(boolean throwing) {
        TestAllocator pool = new TestAllocator();
        try (Card card = new Card(Card.all("pool"))) {
            card.add("pool", pool);
            ContextHandle context = card.open("context");
            pool.mood = throwing ? TestAllocator.Mood.THROWING : TestAllocator.Mood.REFUSING;
            RdmaException refusal =
                    Refusals.refused(
                            "ENOMEM",
                            () -> context.createCq("cq", 1000, null, 0),
                            "'pool'",
                            throwing ? "no mood" : "gave none");
            assertEquals("ibv_create_cq", refusal.call());
            AllocatorStatistics told = card.statistics("context");
            assertEquals(1, told.failures());
            assertEquals(0, told.allocations());
            assertTrue(told.lastTrouble().contains("'pool'"), told.lastTrouble());
            pool.mood = TestAllocator.Mood.GIVING;
            new MadeObjects(context, "objects").close();
            assertEquals(0, pool.live.size());
        }
    }

    private static void fallback() {
        TestAllocator pool = new TestAllocator();
        try (Card card = new Card(Card.plan("*", "pool", 1, true))) {
            card.add("pool", pool);
            pool.mood = TestAllocator.Mood.THROWING;
            MadeObjects objects = new MadeObjects(card.open("context"), "objects");
            AllocatorStatistics told = card.statistics("context");
            assertEquals(6, told.fallbacks());
            assertEquals(6, told.allocations());
            assertEquals(0, told.failures());
            pool.mood = TestAllocator.Mood.GIVING;
            objects.resize();
            assertEquals(1, pool.live.size());
            objects.close();
            assertEquals(0, pool.live.size() + pool.foreign.get());
            assertEquals(0, card.statistics("context").liveBytes());
        }
    }

    private static void unusable() {
        TestAllocator pool = new TestAllocator();
        try (Card card = new Card(Card.all("pool"))) {
            card.add("pool", pool);
            ContextHandle context = card.open("context");
            CqHandle first = context.createCq("first", 10, null, 0);
            pool.mood = TestAllocator.Mood.ODD;
            Refusals.refused("ENOMEM", () -> context.createCq("cq", 10, null, 0), "page size");
            assertEquals(2, pool.live.size());
            pool.mood = TestAllocator.Mood.UNMAPPED;
            Refusals.refused("ENOMEM", () -> context.createCq("cq", 10, null, 0), "written to");
            pool.mood = TestAllocator.Mood.TWICE;
            Refusals.refused("ENOMEM", () -> context.createCq("cq", 10, null, 0), "in use");
            pool.mood = TestAllocator.Mood.GIVING;
            first.close();
            assertEquals(0, pool.live.size());
        }
    }

    private static void lost() {
        TestAllocator pool = new TestAllocator();
        try (Card card = new Card(Card.all("pool"))) {
            card.add("pool", pool);
            CqHandle cq = card.open("context").createCq("cq", 10, null, 0);
            pool.throwsOnFree = true;
            cq.close();
            AllocatorStatistics told = card.statistics("context");
            assertEquals(2 * PAGE, told.lostBytes());
            assertEquals(0, told.liveBytes());
            assertEquals(0, told.frees());
            assertTrue(told.lastTrouble().contains("not mine"), told.lastTrouble());
        }
    }

    private static void departed() {
        TestAllocator pool = new TestAllocator();
        TestAllocator other = new TestAllocator();
        try (Card card = new Card(Card.all("pool"))) {
            card.add("pool", pool);
            ContextHandle context = card.open("context");
            MadeObjects objects = new MadeObjects(context, "objects");
            card.remove(pool);
            Refusals.refused(
                    "ENOMEM", () -> context.createCq("cq", 10, null, 0), "'pool' is not there");
            card.add("pool", other);
            objects.resize();
            assertEquals(1, other.live.size());
            objects.close();
            assertEquals(0, pool.live.size() + pool.foreign.get());
            assertEquals(0, other.live.size() + other.foreign.get());
        }
    }

    private static void late() {
        TestAllocator pool = new TestAllocator();
        try (Card card = new Card(Card.all("pool"))) {
            ContextHandle context = card.open("context");
            Mlx4Context attributes = card.attributes("context");
            assertTrue(attributes.status().note().contains("'pool' is not there"));
            assertEquals("pool", attributes.status().allocator().name());
            assertFalse(attributes.status().needsReopen());
            card.add("pool", pool);
            assertEquals("", attributes.status().note());
            new MadeObjects(context, "objects").close();
            assertEquals(6, pool.given.get());
        }
    }

    /** The queue's own memory was given by then. */
    private static void doorbell() {
        try (Card card = new Card(Card.plan("*", "arena", 4 * PAGE, false))) {
            ContextHandle context = card.open("context");
            int largest = (int) (4 * PAGE / Card.CQE_BYTES) - 1;
            Refusals.refused("ENOMEM", () -> context.createCq("cq", largest, null, 0), "arena");
            assertEquals(0, card.statistics("context").liveBytes());
            assertEquals(1, card.statistics("context").failures());
            context.createCq("cq", largest / 2, null, 0).close();
        }
    }

    private static void resize() {
        TestAllocator pool = new TestAllocator();
        try (Card card = new Card(Card.all("pool"))) {
            card.add("pool", pool);
            CqHandle cq = card.open("context").createCq("cq", 100, null, 0);
            pool.mood = TestAllocator.Mood.REFUSING;
            RdmaException refusal =
                    Refusals.refused("ENOMEM", () -> cq.resize(5000), "'pool' gave none");
            assertEquals("ibv_resize_cq", refusal.call());
            assertEquals(127, cq.cqe());
            pool.mood = TestAllocator.Mood.GIVING;
            assertEquals(8191, cq.resize(5000));
        }
    }

    private static void full() {
        try (Card card = new Card(Card.plan("*", "arena", 8 * PAGE, false))) {
            ContextHandle context = card.open("context");
            context.createCq("small", 10, null, 0);
            Refusals.refused(
                    "ENOMEM",
                    () -> context.createCq("large", 5000, null, 0),
                    "the arena is full",
                    2 * PAGE + " of " + 8 * PAGE + " bytes used");
            context.createCq("another", 10, null, 0);
        }
    }

    private static void noArena() {
        try (Card card = new Card(Card.plan("*", "arena", 1L << 50, false))) {
            ContextHandle context = card.open("context");
            Mlx4Context attributes = card.attributes("context");
            assertEquals("arena", attributes.status().allocator().name());
            assertTrue(attributes.status().note().contains("mmap"), attributes.status().note());
            Refusals.refused("ENOMEM", () -> context.createCq("cq", 10, null, 0), "mmap");
            card.mlx4.setPlans(List.of(Card.all("arena")));
            assertEquals("", attributes.status().note());
            context.createCq("cq", 10, null, 0);
        }
    }

    private static void noHugePages() {
        try (Card card = new Card(Card.plan("*", "hugepage", 1L << 50, false))) {
            ContextHandle context = card.open("context");
            Refusals.refused(
                    "ENOMEM",
                    () -> context.createCq("cq", 10, null, 0),
                    "/proc/sys/vm/nr_hugepages");
        }
    }

    private static void closed() {
        try (Card card = new Card(Card.all("arena"))) {
            ContextHandle context = card.open("context");
            Mlx4Context attributes = card.attributes("context");
            context.close();
            Refusals.refused("EBADF", attributes::status);
            Refusals.refused("EBADF", attributes::attributes);
            Refusals.refused("EBADF", () -> attributes.setLogWqsRangeSize(0));
            Refusals.refused("EBADF", () -> attributes.cqLayout("cq"));
            Refusals.refused("EBADF", () -> attributes.qpLayout("qp"));
            card.mlx4.setPlans(List.of());
        }
    }

    /** The provider goes away while an allocator takes its time. */
    private static void endWhileMaking(boolean pair) throws Exception {
        TestAllocator pool = new TestAllocator();
        try (Card card = new Card(Card.all("pool"))) {
            card.add("pool", pool);
            ContextHandle context = card.open("context");
            PdHandle pd = context.allocPd("pd");
            CqHandle cq = context.createCq("early", 10, null, 0);
            QpInit init = new QpInit(QpType.RC, Bench.SIZES, false);
            pool.mood = TestAllocator.Mood.SLOW;
            CompletableFuture<VerbsHandle> making =
                    CompletableFuture.supplyAsync(
                            () ->
                                    pair
                                            ? pd.createQp("late", init, cq, cq, null)
                                            : context.createCq("late", 10, null, 0));
            pool.asked.await();
            Thread end = new Thread(card.library::close);
            end.start();
            while (end.getState() != Thread.State.WAITING) {
                assertTrue(end.isAlive(), "the end did not wait");
                Thread.onSpinWait();
            }
            pool.mayAnswer.countDown();
            VerbsHandle late = making.get();
            end.join();
            assertFalse(late.isOpen() || cq.isOpen() || pd.isOpen() || context.isOpen());
            assertEquals(List.of(), card.mlx4.contexts());
            assertEquals(0, pool.live.size() + pool.foreign.get());
        }
    }

    private static void unknown() {
        try (Card card = new Card()) {
            card.open("context");
            Mlx4Context attributes = card.attributes("context");
            Refusals.refused("ENOENT", () -> attributes.cqLayout("none"), "'context'");
            Refusals.refused("ENOENT", () -> attributes.qpLayout("none"), "'context'");
            Refusals.refused("ENODEV", () -> card.mlx4.refusal("mlx4_9"), "mlx4_0");
        }
    }

    /**
     * Last of its group: the device stays away. The library frees nothing that it could not tell.
     */
    private static void deviceGone() {
        TestAllocator pool = new TestAllocator();
        try (Card card = new Card(Card.all("pool"))) {
            card.add("pool", pool);
            ContextHandle context = card.open("context");
            MadeObjects unused = new MadeObjects(context, "objects");
            int fatal = AsyncEventType.DEVICE_FATAL.code();
            assertEquals(0, Emulator.mlx4emu_event(0, Bench.PORT, fatal, 1));
            card.lease.close();
            assertEquals(0, pool.live.size() + pool.foreign.get());
        }
    }
}
