// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.inject.Inject;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.OptionUtils;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.dataplane.CompletionHandler;

/**
 * Handlers that do what they should not, on one of two queues of a loop, beside another loop: each
 * is told by its name, and harms no more than it must. Nothing is lost.
 */
@RunWith(ExamOnCard.class)
@ExamReactorStrategy(PerClass.class)
public class FaultsOnCardIT {
    private static final int BUFFERS = 4_096;
    private static final int RATE = 20_000;
    private static final int MORE = 5_000;
    private static final String BAD = "1.0.0";
    private static final String GOOD = "2.0.0";

    @Rule public final EachPort each = new EachPort(LoopPort::ofEveryJava);

    @Inject private BundleContext context;

    private final Card card = new Card();
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private String queue;
    private FloodNumbers feed;
    private FloodNumbers side;
    private FloodNumbers other;
    private Flood toFeed;
    private Flood toSide;
    private Flood toOther;
    private FloodJar jar;
    private LoopBean main;
    private LoopBean second;
    private LoopNews news;
    private Object restarts = 0L;

    @Configuration
    public Option[] configuration() {
        Option[] all = CardDistribution.emulated();
        for (LoopPort port : LoopPort.ofEveryJava()) {
            for (String pair : List.of("feed", "side", "other")) {
                all = OptionUtils.combine(all, CardDistribution.queuePair(pair, BUFFERS, port));
            }
            Option[] loop = CardDistribution.loop("main", List.of("feed", "side"), port);
            all = OptionUtils.combine(all, loop);
            loop = CardDistribution.loop("second", List.of("other"), port);
            all = OptionUtils.combine(all, loop);
        }
        return all;
    }

    @Before
    public void twoLoopsAndThreeQueuesAreThere() throws Exception {
        Waiting.until("open gates", () -> Gates.areOpen(context));
        queue = each.present().named("feed");
        String beside = each.present().named("side");
        String away = each.present().named("other");
        jar = new FloodJar(queue);
        feed = new FloodNumbers();
        side = new FloodNumbers();
        other = new FloodNumbers();
        toFeed = new Flood(card, queue, feed);
        toSide = new Flood(card, beside, side);
        toOther = new Flood(card, away, other);
        main = new LoopBean(each.present().named("main"));
        second = new LoopBean(each.present().named("second"));
        register(Function.class, feed, "rdma.test", "numbers");
        register(CompletionHandler.class, side, CompletionHandler.CQ, beside);
        register(CompletionHandler.class, other, CompletionHandler.CQ, away);
        Waiting.until("parked queue", () -> "PARKED".equals(main.text(queue, "state")));
        Waiting.until("side", () -> "ACTIVE".equals(main.text(beside, "state")));
        Waiting.until("other", () -> "ACTIVE".equals(second.text(away, "state")));
        assertEquals(each.present().text(), main.text(queue, "port"));
        main.invoke("resetFigures");
        second.invoke("resetFigures");
        restarts = main.read("Restarts");
        news = new LoopNews(main);
    }

    private <T> void register(Class<T> type, T service, String key, String value) {
        registrations.add(
                context.registerService(
                        type, service, FrameworkUtil.asDictionary(Map.of(key, value))));
    }

    @After
    public void leave() throws Exception {
        news.close();
        long unused = card.stop();
        for (Bundle bundle : context.getBundles()) {
            if (FloodJar.NAME.equals(bundle.getSymbolicName())) {
                bundle.uninstall();
            }
        }
        Flood.drain(context, main, queue, BUFFERS);
        registrations.forEach(ServiceRegistration::unregister);
        registrations.clear();
    }

    @Test
    public void aHandlerThatThrowsIsPutIntoQuarantine() throws Exception {
        Bundle bad = begin("throws");
        news.await("handler_failed", BAD);
        news.await("quarantined", BAD);
        assertQuarantined("java.lang.IllegalStateException: thrown on purpose");
        assertEquals(8, main.number(queue, "handlerErrors"));
        assertEquals(8, feed.received());
        main.release(queue);
        Waiting.until("more failures", () -> main.number(queue, "handlerErrors") == 16);
        news.await("released", queue);
        replace(bad);
        assertNothingLost();
    }

    @Test
    public void aHandlerThatThrowsAnErrorIsPutIntoQuarantineAtOnce() throws Exception {
        Bundle bad = begin("error");
        news.await("quarantined", BAD);
        assertQuarantined("java.lang.NoClassDefFoundError: missing on purpose");
        Waiting.until("count", () -> main.number(queue, "handlerErrors") == 1);
        assertEquals(0, feed.received());
        replace(bad);
        assertNothingLost();
    }

    private void assertQuarantined(String error) throws Exception {
        // The MBean answers from what it read a moment ago.
        Waiting.until("quarantine", () -> "QUARANTINED".equals(main.text(queue, "state")));
        assertTrue(main.text(queue, "handler"), main.text(queue, "handler").contains(BAD));
        assertEquals(error, main.text(queue, "lastError"));
        assertEquals("RUNNING", main.read("State").toString());
        toSide.more(MORE);
        toOther.more(MORE);
    }

    /** Its loop stands still and says who holds it; a second loop goes on. */
    @Test
    @EachPort.OnLastIfShort
    public void aHandlerThatBlocksIsNamedWhileItDoes() throws Exception {
        long begun = System.nanoTime();
        Bundle bad = begin("blocks");
        news.await("stall", BAD);
        double told = (System.nanoTime() - begun) / 1e9;
        assertTrue("the queue beside it waits", toSide.rests());
        toOther.more(MORE);
        assertTrue("nothing moved meanwhile", toSide.rests());
        news.await("stall_ended", BAD);
        double ended = (System.nanoTime() - begun) / 1e9;
        toFeed.more(MORE);
        toSide.more(MORE);
        Figures.tell(
                String.format(
                        Locale.ROOT,
                        "%s: blocked handler: told within %.2f s of its installation, ended after"
                                + " %.2f s",
                        each.present().text(),
                        told,
                        ended));
        assertTrue("it was told while it lasted", told < 4 && ended >= 5);
        assertNotEquals(0L, main.read("Stalls"));
        replace(bad);
        assertNothingLost();
    }

    @Test
    @EachPort.OnLastIfShort
    public void aHandlerThatGetsSlowerAndSlowerIsTold() throws Exception {
        Bundle bad = begin("leaks");
        news.await("stall", BAD);
        toOther.more(MORE);
        long before = side.received();
        Waiting.until("the queue beside it", () -> side.received() > before);
        replace(bad);
        assertNothingLost();
    }

    @Test
    @EachPort.OnLastIfShort
    public void aHandlerThatAllocatesIsTold() throws Exception {
        Bundle bad = begin("allocates");
        news.await("handler_allocates", BAD);
        Waiting.until("bytes", () -> main.number(queue, "allocatedBytesInBatch") > 0);
        toFeed.more(4 * MORE);
        toSide.more(MORE);
        toOther.more(MORE);
        replace(bad);
        assertNothingLost();
    }

    /** The thread of a loop dies outside of any handler. */
    @Test
    public void aLoopWhoseThreadDiesGoesOnWithAnother() throws Exception {
        assumeTrue("Thread.stop ends a thread up to Java 19", Runtime.version().feature() < 20);
        register(CompletionHandler.class, feed, CompletionHandler.CQ, queue);
        Waiting.until("handler", () -> "ACTIVE".equals(main.text(queue, "state")));
        beginAll();
        toFeed.more(MORE);
        // While nothing is on its way: where in its turn the thread dies is nobody's choice.
        long unused = card.stop();
        Waiting.until("rest", () -> toFeed.rests() && toSide.rests() && toOther.rests());
        long former = main.thread();
        kill("rdma-loop-" + each.present().named("main"));
        news.await("restarted", each.present().named("main"));
        Waiting.until("another count", () -> !restarts.equals(main.read("Restarts")));
        assertEquals((Long) restarts + 1, main.read("Restarts"));
        Waiting.until("another thread", () -> main.thread() != 0 && main.thread() != former);
        assertEquals("ACTIVE", main.text(queue, "state"));
        assertEquals(List.of(), feed.wrong());
        assertEquals(0L, second.read("Restarts"));
        assertGoesOn();
    }

    /** A flood counts anew, so that there must be new numbers, too. */
    private void assertGoesOn() throws Exception {
        registrations.forEach(ServiceRegistration::unregister);
        registrations.clear();
        FloodNumbers again = new FloodNumbers();
        register(CompletionHandler.class, again, CompletionHandler.CQ, queue);
        Flood flood = new Flood(card, queue, again);
        flood.begin(RATE);
        flood.more(MORE);
        long unused = card.stop();
        flood.assertComplete(main, BUFFERS);
    }

    @SuppressWarnings({"deprecation", "removal", "DeprecatedThreadMethods"})
    private static void kill(String name) {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(name)) {
                thread.stop();
            }
        }
    }

    private Bundle begin(String fault) throws Exception {
        Bundle bad = jar.install(context, BAD, fault);
        Waiting.until("handler", () -> main.text(queue, "handler").contains(BAD));
        toSide.begin(RATE);
        toOther.begin(RATE);
        card.flood(LoopBean.awaitQueuePair(queue), RATE);
        return bad;
    }

    private void beginAll() throws Exception {
        toFeed.begin(RATE);
        toSide.begin(RATE);
        toOther.begin(RATE);
    }

    private void replace(Bundle bad) throws Exception {
        Bundle good = jar.install(context, GOOD, "");
        assertEquals(Bundle.ACTIVE, good.getState());
        bad.uninstall();
        feed.left(BAD);
        Waiting.until("good handler", () -> main.isHandledBy(queue, GOOD));
        toFeed.more(MORE);
        toSide.more(MORE);
        toOther.more(MORE);
    }

    private void assertNothingLost() throws Exception {
        long unused = card.stop();
        toFeed.assertComplete(main, BUFFERS);
        toSide.assertComplete(main, BUFFERS);
        toOther.assertComplete(second, BUFFERS);
        assertEquals(restarts, main.read("Restarts"));
        assertEquals(0L, second.read("Restarts"));
    }
}
