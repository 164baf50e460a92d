// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.util.ArrayList;
import java.util.List;
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
import org.osgi.framework.BundleContext;

/** Another port for a loop that runs, by its file, while a card delivers as fast as it can. */
@RunWith(ExamOnCard.class)
@ExamReactorStrategy(PerClass.class)
public class PortsOnCardIT {
    private static final int ROUNDS = Boolean.getBoolean("rdma.long") ? 20 : 1;
    private static final int BUFFERS = 8_192;
    private static final int BETWEEN = 50_000;
    private static final String ARCHITECTURE = "os.arch";

    @Inject private BundleContext context;

    private final Card card = new Card();
    private final FloodNumbers numbers = new FloodNumbers();

    /** Queues that can be polled in every way; once read directly, one stays so. */
    @Configuration
    public Option[] configuration() {
        return Stream.of(
                        CardDistribution.emulated(),
                        CardDistribution.queuePair("feed", BUFFERS, LoopPort.DIRECT),
                        CardDistribution.queuePair("other", BUFFERS, LoopPort.DIRECT))
                .flatMap(Stream::of)
                .toArray(Option[]::new);
    }

    @Before
    public void theAgentIsReady() throws Exception {
        Waiting.until("open gates", () -> Gates.areOpen(context));
    }

    @After
    public void leave() throws Exception {
        long unused = card.stop();
    }

    @Test
    public void aPortIsChangedUnderAFlood() throws Exception {
        String queue = LoopPort.DIRECT.named("feed");
        Flood flood = new Flood(card, queue, numbers);
        try (EditedLoop loop = new EditedLoop(context, "feed", queue, numbers)) {
            flood.begin(0);
            for (LoopPort port : changes()) {
                loop.change(port);
                flood.more(BETWEEN);
            }
            flood.timed();
            Figures.tell(changes().size() + " changes of the port: " + flood.summary());
            long unused = card.stop();
            flood.assertComplete(loop.bean(), BUFFERS);
            assertEquals("", loop.text("reason"));
            assertEquals(numbers.received(), loop.bean().number(queue, "completions"));
            assertEquals(0L, loop.bean().read("Restarts"));
        }
    }

    /** Each to each; the last cannot be left again. */
    private static List<LoopPort> changes() {
        List<LoopPort> changes = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            changes.add(LoopPort.JNA);
            changes.add(LoopPort.PEEK_JNA);
        }
        if (LoopPort.ofEveryJava().contains(LoopPort.DIRECT)) {
            changes.add(LoopPort.DIRECT);
        }
        return changes;
    }

    /**
     * Java has not the barriers that another processor needs. The provider looks when it is asked;
     * JNA has looked when it was loaded.
     */
    @Test
    public void noQueueIsReadDirectlyOnAnotherProcessor() throws Exception {
        assumeTrue("direct is for x86-64", LoopPort.ofEveryJava().contains(LoopPort.DIRECT));
        String queue = LoopPort.DIRECT.named("other");
        Flood flood = new Flood(card, queue, numbers);
        try (EditedLoop loop = new EditedLoop(context, "other", queue, numbers)) {
            String own = System.setProperty(ARCHITECTURE, "aarch64");
            try {
                loop.save(LoopPort.DIRECT.text());
                Waiting.until("refusal", () -> isRefused(loop.text("reason")));
                // It is tried once more, a second later.
                Waiting.until("another port", () -> loop.text("port").startsWith("peek+"));
                flood.begin(0);
                flood.more(BETWEEN);
                loop.change(LoopPort.JNA); // before it is tried again
            } finally {
                System.setProperty(ARCHITECTURE, own);
            }
            loop.change(LoopPort.DIRECT);
            flood.more(BETWEEN);
            long unused = card.stop();
            flood.assertComplete(loop.bean(), BUFFERS);
        }
    }

    private static boolean isRefused(String reason) {
        return reason.startsWith("asked for direct: ")
                && reason.contains(" failed: EOPNOTSUPP (95)")
                && reason.contains("that is for x86-64, this machine is aarch64")
                && reason.contains("; it is polled as peek+");
    }
}
