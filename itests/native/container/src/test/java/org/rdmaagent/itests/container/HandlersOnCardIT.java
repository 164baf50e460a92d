// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

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
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.itests.container.handler.PlainTeller;

/** Handler bundles are replaced in every way while a card delivers as fast as it can. */
@RunWith(ExamOnCard.class)
@ExamReactorStrategy(PerClass.class)
public class HandlersOnCardIT {
    private static final boolean LONG = Boolean.getBoolean("rdma.long");
    private static final int UPGRADES = LONG ? 1_000 : 50;
    private static final int UPDATES = LONG ? 100 : 10;
    private static final int BUFFERS = 8_192;
    private static final int BETWEEN = 50_000;
    private static final long FLOOR_A_SECOND = 100_000;

    @Rule public final EachPort each = new EachPort(this::ports);

    @Inject private BundleContext context;

    private final Card card = new Card();
    private String queue;
    private FloodNumbers numbers;
    private Flood flood;
    private FloodJar jar;
    private FormerLoaders loaders;
    private ServiceRegistration<?> registration;
    private LoopBean loop;
    private long thread;

    /** How queues are polled. */
    List<LoopPort> ports() {
        return LoopPort.ofEveryJava();
    }

    @Configuration
    public Option[] configuration() {
        return CardDistribution.lanes(getClass(), BUFFERS, ports());
    }

    @Before
    public void theLoopIsThereAndNobodyHandlesItsQueue() throws Exception {
        Waiting.until("open gates", () -> Gates.areOpen(context));
        queue = each.present().named("feed");
        numbers = new FloodNumbers();
        flood = new Flood(card, queue, numbers);
        jar = new FloodJar(queue);
        loaders = new FormerLoaders();
        loop = new LoopBean(each.present().named("fast"));
        Waiting.until("parked queue", () -> "PARKED".equals(loop.text(queue, "state")));
        assertPolledAsAsked();
        registration =
                context.registerService(
                        Function.class,
                        numbers,
                        FrameworkUtil.asDictionary(Map.of("rdma.test", "numbers")));
        thread = loop.thread();
        assertNotEquals(0, thread);
    }

    private void assertPolledAsAsked() {
        assertEquals(each.present().text(), loop.text(queue, "port"));
    }

    @After
    public void leave() throws Exception {
        long unused = card.stop();
        for (Bundle bundle : context.getBundles()) {
            if (FloodJar.NAME.equals(bundle.getSymbolicName())) {
                bundle.uninstall();
            }
        }
        Flood.drain(context, loop, queue, BUFFERS);
        registration.unregister();
    }

    @Test
    public void aBetterVersionTakesOverBesideTheOldOne() throws Exception {
        Bundle present = jar.install(context, "1.0.0", "");
        beginFlood();
        for (int version = 2; version <= UPGRADES + 1; version++) {
            flood.more(BETWEEN);
            Bundle next = jar.install(context, version + ".0.0", "");
            retire(present);
            present = next;
        }
        flood.more(BETWEEN);
        flood.timed();
        assertEquals(UPGRADES, loop.number(queue, "swaps"));
        tell("side by side", UPGRADES);
        long least = LONG ? Flood.GOAL_A_SECOND : FLOOR_A_SECOND;
        assertTrue(flood.summary(), flood.rate() >= least);
        assertNothingLost();
        retire(present);
        loaders.assertGone();
    }

    private void beginFlood() throws Exception {
        // The first handler after a time without any counts as a swap as long as that.
        Waiting.until("handler", () -> loop.isHandledBy(queue, FloodJar.NAME));
        loop.invoke("resetFigures");
        flood.begin(0);
    }

    private void retire(Bundle bundle) throws Exception {
        loaders.note(bundle);
        String version = bundle.getVersion().toString();
        bundle.stop();
        numbers.left(version);
        bundle.uninstall();
    }

    @Test
    public void aVersionIsUpdatedInPlace() throws Exception {
        Bundle bundle = jar.install(context, "1.0.0", "");
        beginFlood();
        for (int update = 1; update <= UPDATES; update++) {
            flood.more(BETWEEN);
            loaders.note(bundle);
            // The stop is inside: what came by then is the old one's.
            bundle.update(jar.open("1.0." + update, ""));
            numbers.left("1.0." + (update - 1));
            assertEquals(Bundle.ACTIVE, bundle.getState());
        }
        flood.more(BETWEEN);
        flood.timed();
        tell("in place", UPDATES);
        assertNothingLost();
    }

    @Test
    @EachPort.OnLastIfShort
    public void anUninstalledOneIsFollowedByTheNext() throws Exception {
        Bundle first = jar.install(context, "1.0.0", "");
        beginFlood();
        for (int version = 2; version <= UPDATES + 1; version++) {
            flood.more(BETWEEN);
            retire(first);
            assertEquals("PARKED", loop.text(queue, "state"));
            assertTrue("nothing is handed out", flood.rests());
            first = jar.install(context, version + ".0.0", "");
        }
        flood.more(BETWEEN);
        flood.timed();
        tell("uninstalled", UPDATES);
        assertNothingLost();
        retire(first);
        loaders.assertGone();
    }

    @Test
    @EachPort.OnLastIfShort
    public void aRefreshedOneGoesOn() throws Exception {
        Bundle bundle = jar.install(context, "1.0.0", "");
        beginFlood();
        for (int refresh = 0; refresh < UPDATES; refresh++) {
            flood.more(BETWEEN);
            loaders.note(bundle);
            Refreshing.refresh(context, bundle);
            assertEquals(Bundle.ACTIVE, bundle.getState());
        }
        flood.more(BETWEEN);
        flood.timed();
        tell("refreshed", UPDATES);
        assertNothingLost();
        retire(bundle);
        loaders.assertGone();
    }

    /** Four classes of handlers take turns: the loop is not slower for having met them. */
    @Test
    public void theLoopIsAsFastAfterHandlersOfFourClassesAsBefore() throws Exception {
        try (SwapCost cost = new SwapCost(context, queue, numbers, flood)) {
            Waiting.until("handler", () -> loop.isHandledBy(queue, PlainTeller.class.getName()));
            cost.begin();
            loop.invoke("resetFigures");
            cost.measure(UPGRADES, BETWEEN);
            flood.timed();
            tell(cost.summary() + ", four classes", UPGRADES);
            assertEquals(UPGRADES, loop.number(queue, "swaps"));
            assertTrue(cost.summary(), cost.after() >= cost.before() / 2);
            long unused = card.stop();
            flood.assertComplete(loop, BUFFERS);
            assertPolledAsAsked();
        }
    }

    private void tell(String how, int times) throws Exception {
        Figures.tell(
                String.format(
                        Locale.ROOT,
                        "%s: handler, %s, %,d times: %s; %s",
                        each.present().text(),
                        how,
                        times,
                        Figures.pauses(loop, queue),
                        flood.summary()));
    }

    private void assertNothingLost() throws Exception {
        long unused = card.stop();
        flood.assertComplete(loop, BUFFERS);
        assertPolledAsAsked();
        assertEquals("same thread", thread, loop.thread());
        assertEquals(0L, loop.read("Restarts"));
        assertEquals(0, loop.number(queue, "handlerErrors"));
        assertEquals(numbers.received(), loop.number(queue, "completions"));
    }
}
