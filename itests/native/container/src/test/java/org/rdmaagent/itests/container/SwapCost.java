// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.dataplane.CompletionHandler;

/** The rate of a flood before, while and after handlers of four classes take turns. */
final class SwapCost implements AutoCloseable {
    private static final int CLASSES = 4;
    private static final long MEASURED = Boolean.getBoolean("rdma.long") ? 10_000_000 : 2_000_000;

    private final BundleContext context;
    private final String queue;
    private final FloodNumbers numbers;
    private final Flood flood;
    private final List<CompletionHandler> handlers = new ArrayList<>();
    private ServiceRegistration<?> present;
    private double before;
    private double meanwhile;
    private double after;

    /**
     * Makes the handlers.
     *
     * @param queue that they ask for
     */
    SwapCost(BundleContext context, String queue, FloodNumbers numbers, Flood flood)
            throws IOException, ReflectiveOperationException {
        this.context = context;
        this.queue = queue;
        this.numbers = numbers;
        this.flood = flood;
        for (int i = 0; i < CLASSES; i++) {
            handlers.add(HandlerClasses.anew(numbers.apply("class " + i)));
        }
        present = register(0);
    }

    private ServiceRegistration<?> register(int swap) {
        return context.registerService(
                CompletionHandler.class,
                handlers.get(swap % CLASSES),
                FrameworkUtil.asDictionary(
                        Map.of(CompletionHandler.CQ, queue, Constants.SERVICE_RANKING, swap)));
    }

    /** As fast as the card can; the compiler gets to know the first class, as in a long run. */
    void begin() throws Exception {
        flood.begin(0);
        flood.more(MEASURED);
    }

    /**
     * Measures.
     *
     * @param swaps as often a handler of the next class comes, and the one before goes
     * @param between so many completions are handed out at least between two of them
     */
    void measure(int swaps, long between) throws InterruptedException {
        before = rate(() -> flood.more(MEASURED));
        meanwhile = rate(() -> swap(swaps, between));
        after = rate(() -> flood.more(MEASURED));
    }

    private void swap(int swaps, long between) throws InterruptedException {
        for (int swap = 1; swap <= swaps; swap++) {
            ServiceRegistration<?> next = register(swap);
            present.unregister();
            present = next;
            flood.more(between);
        }
    }

    private interface Span {
        void pass() throws InterruptedException;
    }

    private double rate(Span span) throws InterruptedException {
        long first = numbers.received();
        long begun = System.nanoTime();
        span.pass();
        return (numbers.received() - first) * 1e9 / (System.nanoTime() - begun);
    }

    /** The last one goes. */
    @Override
    public void close() {
        present.unregister();
    }

    /** Completions a second while the first class has them all. */
    double before() {
        return before;
    }

    /** The same when all four have had their turns. */
    double after() {
        return after;
    }

    /** In figures what was measured. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "%,.0f completions a second before, %,.0f meanwhile, %,.0f after",
                before,
                meanwhile,
                after);
    }
}
