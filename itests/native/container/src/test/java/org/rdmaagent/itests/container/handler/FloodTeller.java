// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container.handler;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;

/**
 * Tells the number of each datagram of a flood to the test, and does what a handler should not,
 * where its bundle says so in the header {@code Rdma-Fault}. Its bundle's major version is its
 * ranking, and {@code Rdma-Queue} its queue.
 */
public final class FloodTeller implements BundleActivator, CompletionHandler {
    private static final long BLOCKED_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LEAK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int WASTE_BYTES = 1 << 20;

    @SuppressWarnings("NullAway.Init") // set by start
    private LongConsumer numbers;

    private String fault = "";
    private long calls;
    private long all;
    private volatile long told;
    private volatile byte[] waste = {};

    @Override
    @SuppressWarnings("unchecked") // the test registers this one only
    public void start(BundleContext context) throws InvalidSyntaxException {
        @SuppressWarnings("rawtypes")
        Collection<ServiceReference<Function>> found =
                context.getServiceReferences(Function.class, "(rdma.test=numbers)");
        String version = context.getBundle().getVersion().toString();
        numbers =
                ((Function<String, LongConsumer>) context.getService(found.iterator().next()))
                        .apply(version);
        String said = context.getBundle().getHeaders().get("Rdma-Fault");
        String queue = context.getBundle().getHeaders().get("Rdma-Queue");
        fault = said == null ? "" : said;
        int ranking = context.getBundle().getVersion().getMajor();
        context.registerService(
                CompletionHandler.class,
                this,
                FrameworkUtil.asDictionary(Map.of(CQ, queue, Constants.SERVICE_RANKING, ranking)));
    }

    @Override
    public void stop(BundleContext context) {
        // the framework unregisters
    }

    @Override
    public void onCompletions(CompletionBatch batch) {
        calls++;
        if (!fault.isEmpty()) {
            misbehave(batch);
        }
        tell(batch, batch.size());
    }

    private void tell(CompletionBatch batch, int most) {
        int count = 0;
        while (count < most && batch.next()) {
            if (batch.hasPayload()) {
                ByteBuffer payload = batch.payload();
                numbers.accept(Long.reverseBytes(payload.getLong(payload.position() + Long.BYTES)));
                batch.repost();
                count++;
            }
        }
        all += count;
        told = all;
    }

    private void misbehave(CompletionBatch batch) {
        switch (fault) {
            case "throws" -> {
                tell(batch, 1);
                throw new IllegalStateException("thrown on purpose");
            }
            case "error" -> throw new NoClassDefFoundError("missing on purpose");
            case "blocks" -> {
                if (calls == 1) {
                    rest(BLOCKED_NANOS);
                }
            }
            case "leaks" -> rest(calls * LEAK_NANOS);
            case "allocates" -> waste = new byte[WASTE_BYTES];
            default -> throw new IllegalArgumentException(fault);
        }
    }

    private static void rest(long nanos) {
        long end = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = end - System.nanoTime();
        }
    }

    @Override
    public Map<String, Long> figures() {
        return Map.of("told", told, "wastedBytes", (long) waste.length);
    }
}
