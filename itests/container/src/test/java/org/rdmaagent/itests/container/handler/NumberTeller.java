// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container.handler;

import java.util.Collection;
import java.util.Map;
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
 * Tells the number at the front of each message to the service {@link LongConsumer} of the test.
 * Its bundle's major version is its ranking.
 */
public final class NumberTeller implements BundleActivator, CompletionHandler {
    @SuppressWarnings("NullAway.Init") // set by start
    private LongConsumer listener;

    private volatile long told;

    @Override
    public void start(BundleContext context) throws InvalidSyntaxException {
        Collection<ServiceReference<LongConsumer>> found =
                context.getServiceReferences(LongConsumer.class, "(rdma.test=numbers)");
        listener = context.getService(found.iterator().next());
        int ranking = context.getBundle().getVersion().getMajor();
        context.registerService(
                CompletionHandler.class,
                this,
                FrameworkUtil.asDictionary(Map.of(CQ, "feed", Constants.SERVICE_RANKING, ranking)));
    }

    @Override
    public void stop(BundleContext context) {
        // the framework unregisters
    }

    @Override
    public void onCompletions(CompletionBatch batch) {
        long count = told;
        while (batch.next()) {
            if (batch.hasPayload()) {
                listener.accept(batch.payload().getLong());
                batch.repost();
                count++;
            }
        }
        told = count;
    }

    @Override
    public Map<String, Long> figures() {
        return Map.of("told", told);
    }
}
