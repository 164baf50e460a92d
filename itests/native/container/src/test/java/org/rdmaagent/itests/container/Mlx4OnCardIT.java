// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.itests.container.handler.PagePool;

/**
 * The buffers of the real libmlx4 come from the agent while bundles are replaced, allocators go and
 * contexts are reopened, under a loop that takes all that the card delivers.
 */
@RunWith(ExamOnCard.class)
@ExamReactorStrategy(PerClass.class)
public class Mlx4OnCardIT {
    private static final int ROUNDS = Boolean.getBoolean("rdma.long") ? 100 : 10;
    private static final int BUFFERS = 8_192;
    private static final int FEW_BUFFERS = 1_024;
    private static final int BETWEEN = 20_000;
    private static final int READ = 10;
    private static final long TABLES = 2L * ROUNDS;

    @Inject private BundleContext context;

    private final Card card = new Card();
    private final FloodNumbers numbers = new FloodNumbers();
    private final Flood flood = new Flood(card, "feed", numbers);
    private final FormerLoaders loaders = new FormerLoaders();
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private LoopBean loop;
    private CardContexts contexts;

    @Configuration
    public Option[] configuration() {
        return Stream.of(
                        CardDistribution.emulated(),
                        CardDistribution.allocator("mlx4_0", "*", "arena"),
                        CardDistribution.allocator("side", "qp/side", "system"),
                        CardDistribution.allocator("pooled", "qp/pooled", "pool"),
                        CardDistribution.queuePair("feed", BUFFERS),
                        CardDistribution.queuePair("side", FEW_BUFFERS),
                        CardDistribution.loop("fast", "feed, side, pooled"))
                .flatMap(Stream::of)
                .toArray(Option[]::new);
    }

    @Before
    public void theQueueHasAHandler() throws Exception {
        Waiting.until("open gates", () -> Gates.areOpen(context));
        loop = new LoopBean("fast");
        contexts = new CardContexts();
        handle("feed", numbers);
        Waiting.until("arena", () -> contexts.text("qp/feed", "allocator.name").equals("arena"));
        Waiting.until("queue pair", () -> contexts.holdsQueuePair("qp/side"));
    }

    private void handle(String queue, FloodNumbers handler) throws Exception {
        register(CompletionHandler.class, handler, CompletionHandler.CQ, queue);
        Waiting.until("handler", () -> loop.isHandledBy(queue, FloodNumbers.class.getName()));
    }

    private <T> void register(Class<T> type, T service, String key, String value) {
        registrations.add(
                context.registerService(
                        type, service, FrameworkUtil.asDictionary(Map.of(key, value))));
    }

    @After
    public void leave() throws Exception {
        long unused = card.stop();
        registrations.forEach(ServiceRegistration::unregister);
    }

    @Test
    public void theMlx4BundleIsReplacedWhileItsBuffersAreInUse() throws Exception {
        String library = CardContexts.library();
        assertNotEquals("", library);
        long live = contexts.statistic("qp/feed", "liveBytes");
        assertTrue("arena in use", live > 0);
        contexts.invoke("createReceiveTable", "kept", 2, 64);
        long made = contexts.statistic("mlx4", "allocations");
        LoopReader reader = new LoopReader(CardContexts.ASKED);
        try {
            flood.begin(0);
            replaceAgainAndAgain(reader);
            flood.more(BETWEEN);
            flood.timed();
        } finally {
            Set<String> complaints = reader.end();
            assertEquals(Set.of(), complaints);
        }
        tell(reader);
        assertNothingLost();
        assertEquals("the same statistics", live, contexts.statistic("qp/feed", "liveBytes"));
        assertTrue(contexts.statistic("mlx4", "allocations") - made >= TABLES);
        assertTrue(contexts.isContiguous("kept"));
        contexts.invoke("destroyReceiveTable", "kept");
        assertEquals("where libmlx4 lies", library, CardContexts.library());
        loaders.assertGone();
    }

    private void replaceAgainAndAgain(LoopReader reader) throws Exception {
        Bundle bundle =
                Arrays.stream(context.getBundles())
                        .filter(one -> "org.rdmaagent.mlx4".equals(one.getSymbolicName()))
                        .findFirst()
                        .orElseThrow();
        Path jar = Path.of(System.getProperty("rdma.mlx4.jar"));
        for (int round = 0; round < ROUNDS; round++) {
            flood.more(BETWEEN);
            loaders.note(bundle);
            Refreshing.refresh(context, bundle);
            assertGoesOn(bundle, reader);
            flood.more(BETWEEN);
            loaders.note(bundle);
            try (InputStream in = Files.newInputStream(jar)) {
                bundle.update(in);
            }
            assertGoesOn(bundle, reader);
        }
    }

    /** The callbacks, too: a table needs buffers, and gives them back. */
    private void assertGoesOn(Bundle bundle, LoopReader reader) throws Exception {
        assertEquals(Bundle.ACTIVE, bundle.getState());
        long before = reader.values();
        Waiting.until("answers", () -> reader.values() >= before + READ);
        long live = contexts.statistic("mlx4", "liveBytes");
        contexts.invoke("createReceiveTable", "between", 1, 64);
        assertTrue("buffers", contexts.statistic("mlx4", "liveBytes") > live);
        contexts.invoke("destroyReceiveTable", "between");
        assertEquals(live, contexts.statistic("mlx4", "liveBytes"));
        assertEquals("arena", contexts.text("qp/feed", "allocator.name"));
    }

    private void tell(LoopReader reader) throws Exception {
        Figures.tell(
                String.format(
                        Locale.ROOT,
                        "mlx4, refreshed and updated %d times each; %s; %s",
                        ROUNDS,
                        flood.summary(),
                        reader.summary()));
    }

    private void assertNothingLost() throws Exception {
        long unused = card.stop();
        flood.assertComplete(loop, BUFFERS);
        for (String figure : List.of("failures", "fallbacks", "lostBytes")) {
            assertEquals(figure, 0, contexts.statistic("qp/feed", figure));
        }
    }

    @Test
    public void anUninstalledAllocatorGetsWhatItGaveAndNothingMoreIsAskedOfIt() throws Exception {
        AtomicLong out = new AtomicLong();
        register(LongConsumer.class, out::addAndGet, "rdma.test", "pool");
        Bundle bundle = pool();
        Path pair = etc("org.rdmaagent.verbs.qp-pooled.cfg");
        try {
            Files.writeString(pair, pairWith(256));
            Waiting.until("queue pair", () -> contexts.holdsQueuePair("qp/pooled"));
            assertEquals("pool", contexts.text("qp/pooled", "allocator.name"));
            assertEquals(0, contexts.statistic("qp/pooled", "fallbacks"));
            long given = out.get();
            assertTrue("in use", given > 0);
            assertEquals(given, contexts.statistic("qp/pooled", "liveBytes"));
            FloodNumbers pooled = new FloodNumbers();
            handle("pooled", pooled);
            Flood toPool = new Flood(card, "pooled", pooled);
            toPool.begin(0);
            loaders.note(bundle);
            bundle.uninstall();
            toPool.more(BETWEEN);
            assertEquals("nothing is taken away from under a queue", given, out.get());
            long unused = card.stop();
            toPool.assertComplete(loop, FEW_BUFFERS);
            grow(pair, out, given);
        } finally {
            Files.deleteIfExists(pair);
        }
        Waiting.until("all its memory", () -> out.get() == 0);
        Waiting.until("end", () -> contexts.statistic("qp/pooled", "liveBytes") == -1);
        loaders.assertGone();
    }

    private Bundle pool() throws Exception {
        String imports = "org.osgi.framework,org.rdmaagent.mlx4";
        ClassJar jar = new ClassJar("org.rdmaagent.itests.pool", PagePool.class, imports);
        Bundle bundle = context.installBundle("pool:1", jar.open("1.0.0", Map.of()));
        bundle.start();
        return bundle;
    }

    /** The completion queue gets a larger buffer in place of the one of the departed. */
    private void grow(Path pair, AtomicLong out, long given) throws Exception {
        Files.writeString(pair, pairWith(FEW_BUFFERS * 8));
        Waiting.until("a fallback", () -> contexts.statistic("qp/pooled", "fallbacks") > 0);
        Waiting.until("a free", () -> out.get() < given);
        assertEquals("the service is not there", contexts.text("qp/pooled", "allocator.detail"));
        assertEquals(0, contexts.statistic("qp/pooled", "lostBytes"));
        assertEquals(0, contexts.statistic("qp/pooled", "failures"));
        String trouble = contexts.text("qp/pooled", "allocator.statistics.lastTrouble");
        assertTrue(trouble, trouble.contains("service 'pool' is not there"));
    }

    private static String pairWith(int more) {
        return "device = mlx4_0\nmaxRecvWr = "
                + FEW_BUFFERS
                + "\nreceiveBytes = 64\ncompletionEntries = "
                + (FEW_BUFFERS + more)
                + "\n";
    }

    private static Path etc(String file) {
        return Path.of(System.getProperty("karaf.etc"), file);
    }

    @Test
    public void aReopeningBringsAnArenaIntoForceBesideAQueueThatRunsOn() throws Exception {
        FloodNumbers before = new FloodNumbers();
        handle("side", before);
        flood.begin(0);
        Flood toSide = new Flood(card, "side", before);
        toSide.begin(0);
        toSide.more(BETWEEN);
        assertEquals("system", contexts.text("qp/side", "allocator.name"));
        Files.writeString(
                etc("org.rdmaagent.mlx4-side.cfg"),
                "device = mlx4_0\ncontexts = qp/side\nallocator = arena\n");
        Waiting.until("plan", () -> contexts.text("qp/side", "needsReopen").equals("true"));
        assertEquals("system", contexts.text("qp/side", "allocator.name"));
        assertEquals("arena", contexts.text("qp/side", "allocator.planned"));
        toSide.more(BETWEEN);
        assertEquals(List.of(), before.wrong());
        contexts.invoke("reopen", "qp/side");
        assertInForce();
        registrations.remove(registrations.size() - 1).unregister();
        FloodNumbers after = new FloodNumbers();
        handle("side", after);
        Flood again = new Flood(card, "side", after);
        again.begin(0);
        again.more(BETWEEN);
        flood.more(BETWEEN);
        assertNothingLost();
        again.assertComplete(loop, FEW_BUFFERS);
    }

    private void assertInForce() throws Exception {
        Waiting.until("queue pair", () -> contexts.holdsQueuePair("qp/side"));
        assertEquals("arena", contexts.text("qp/side", "allocator.name"));
        assertEquals("false", contexts.text("qp/side", "needsReopen"));
        assertEquals("", contexts.text("qp/side", "note"));
        assertTrue("in use", contexts.statistic("qp/side", "liveBytes") > 0);
        assertEquals(0, contexts.statistic("qp/side", "fallbacks"));
    }
}
