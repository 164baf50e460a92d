// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.inject.Inject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.OptionUtils;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.dataplane.CompletionHandler;

/** The bundles behind a loop are replaced while a card delivers as fast as it can. */
@RunWith(ExamOnCard.class)
@ExamReactorStrategy(PerClass.class)
public class BundlesOnCardIT {
    private static final int SWAPS = Boolean.getBoolean("rdma.long") ? 100 : 5;
    private static final int BUFFERS = 8_192;
    private static final int BETWEEN = 50_000;
    private static final int READ = 6;

    @Inject private BundleContext context;

    private final Card card = new Card();
    private final FloodNumbers numbers = new FloodNumbers();
    private final Flood flood = new Flood(card, "feed", numbers);
    private ServiceRegistration<?> registration;
    private LoopBean loop;
    private int pair;

    @Configuration
    public Option[] configuration() {
        return OptionUtils.combine(
                OptionUtils.combine(
                        CardDistribution.emulated(), CardDistribution.queuePair("feed", BUFFERS)),
                CardDistribution.loop("fast", "feed"));
    }

    @Before
    public void theQueueHasAHandler() throws Exception {
        Waiting.until("open gates", () -> Gates.areOpen(context));
        loop = new LoopBean("fast");
        registration =
                context.registerService(
                        CompletionHandler.class,
                        numbers,
                        FrameworkUtil.asDictionary(Map.of(CompletionHandler.CQ, "feed")));
        String name = FloodNumbers.class.getName();
        Waiting.until("handler", () -> loop.isHandledBy("feed", name));
        pair = LoopBean.awaitQueuePair("feed");
    }

    @After
    public void leave() throws Exception {
        long unused = card.stop();
        registration.unregister();
    }

    @Test
    public void theDataplaneBundleIsReplaced() throws Exception {
        swap("dataplane");
    }

    @Test
    public void theVerbsBundleIsReplaced() throws Exception {
        swap("verbs");
    }

    private void swap(String name) throws Exception {
        SwappedBundle bundle = new SwappedBundle(context, name);
        LoopReader reader = new LoopReader(LoopReader.DATA_PLANE);
        try {
            flood.begin(0);
            for (int swap = 0; swap < SWAPS; swap++) {
                flood.more(BETWEEN);
                long before = reader.values();
                bundle.update();
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
                        "%s; %s; %s",
                        bundle.summary(),
                        flood.summary(),
                        reader.summary()));
        long unused = card.stop();
        flood.assertComplete(loop, BUFFERS);
        Waiting.until("same queue pair", () -> LoopBean.queuePair("feed") == pair);
        long staying = bundle.staying();
        assertEquals(staying == 0 ? "" : SwappedBundle.evidence(), 0, staying);
    }
}
