// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.examples.handler;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.service.component.annotations.Component;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;

/** Remembers how large the largest message was. */
@Component(property = {CompletionHandler.CQ + "=feed", "service.ranking:Integer=10"})
public final class LargestMessage implements CompletionHandler {
    // The loop's thread writes, the console's reads.
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong largestBytes = new AtomicLong();

    @Override
    public void onCompletions(CompletionBatch batch) {
        while (batch.next()) {
            if (batch.hasPayload()) {
                messages.incrementAndGet();
                largestBytes.accumulateAndGet(batch.payload().remaining(), Math::max);
                batch.repost();
            }
        }
    }

    @Override
    public Map<String, Long> figures() {
        return Map.of("messages", messages.get(), "largestBytes", largestBytes.get());
    }
}
