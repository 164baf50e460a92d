// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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
import org.rdmaagent.dataplane.CompletionHandler;

/** The bundles behind a loop are replaced while a card delivers as fast as it can. */
@RunWith(ExamOnCard.class)
@ExamReactorStrategy(PerClass.class)
public class BundlesOnCardIT {
    private static final boolean LONG = Boolean.getBoolean("rdma.long");
    private static final int BUFFERS = 8_192;
    private static final int BETWEEN = 50_000;
    private static final int READ = 6;

    @Rule public final EachPort each = new EachPort(this::ports);

    @Inject private BundleContext context;

    private final Card card = new Card();
    private String queue;
    private FloodNumbers numbers;
    private Flood flood;
    private ServiceRegistration<?> registration;
    private LoopBean loop;
    private int pair;

    /** How queues are polled. */
    List<LoopPort> ports() {
        return LoopPort.ofEveryJava();
    }

    /** Former class loaders that no object refers to, and that are there nevertheless. */
    int keptByTheJvm() {
        return 0;
    }

    @Configuration
    public Option[] configuration() {
        return CardDistribution.lanes(getClass(), BUFFERS, ports());
    }

    @Before
    public void theQueueHasAHandler() throws Exception {
        Waiting.until("open gates", () -> Gates.areOpen(context));
        queue = each.present().named("feed");
        numbers = new FloodNumbers();
        flood = new Flood(card, queue, numbers);
        loop = new LoopBean(each.present().named("fast"));
        registration =
                context.registerService(
                        CompletionHandler.class,
                        numbers,
                        FrameworkUtil.asDictionary(Map.of(CompletionHandler.CQ, queue)));
        String name = FloodNumbers.class.getName();
        Waiting.until("handler", () -> loop.isHandledBy(queue, name));
        assertPolledAsAsked();
        pair = LoopBean.awaitQueuePair(queue);
    }

    private void assertPolledAsAsked() {
        assertEquals(each.present().text(), loop.text(queue, "port"));
    }

    @After
    public void leave() throws Exception {
        long unused = card.stop();
        registration.unregister();
    }

    /** Where Java owns the queue, what it knows of it stays with the provider. */
    private int times() {
        return LONG ? 100 : each.present() == LoopPort.DIRECT ? 10 : 5;
    }

    @Test
    public void theDataplaneBundleIsReplaced() throws Exception {
        replace("dataplane");
    }

    @Test
    @EachPort.OnLastIfShort
    public void theVerbsBundleIsReplaced() throws Exception {
        replace("verbs");
    }

    private void replace(String name) throws Exception {
        SwappedBundle bundle = new SwappedBundle(context, name);
        change(bundle::update, bundle::summary);
        long staying = bundle.staying();
        assertEquals(staying == 0 ? "" : SwappedBundle.evidence(), 0, staying);
    }

    @Test
    @EachPort.OnLastIfShort
    public void theDataplaneBundleIsRefreshed() throws Exception {
        Bundle bundle =
                Arrays.stream(context.getBundles())
                        .filter(one -> "org.rdmaagent.dataplane".equals(one.getSymbolicName()))
                        .findFirst()
                        .orElseThrow();
        FormerLoaders loaders = new FormerLoaders();
        change(
                () -> {
                    loaders.note(bundle);
                    Refreshing.refresh(context, bundle);
                    assertEquals(Bundle.ACTIVE, bundle.getState());
                },
                () -> bundle.getSymbolicName() + ": " + times() + " refreshes");
        loaders.assertAtMostStay(keptByTheJvm());
    }

    private interface Change {
        void perform() throws Exception;
    }

    private void change(Change one, Supplier<String> done) throws Exception {
        LoopReader reader = new LoopReader(LoopReader.ofDataPlane(loop));
        try {
            flood.begin(0);
            for (int time = 0; time < times(); time++) {
                flood.more(BETWEEN);
                long before = reader.values();
                one.perform();
                Waiting.until("answers", () -> reader.values() >= before + READ);
            }
            flood.more(BETWEEN);
            flood.timed();
        } finally {
            Set<String> complaints = reader.end();
            assertEquals(Set.of(), complaints);
        }
        Figures.tell(
                String.format(
                        Locale.ROOT,
                        "%s: %s; %s; %s",
                        each.present().text(),
                        done.get(),
                        flood.summary(),
                        reader.summary()));
        long unused = card.stop();
        flood.assertComplete(loop, BUFFERS);
        assertPolledAsAsked();
        Waiting.until("same queue pair", () -> LoopBean.queuePair(queue) == pair);
    }
}
