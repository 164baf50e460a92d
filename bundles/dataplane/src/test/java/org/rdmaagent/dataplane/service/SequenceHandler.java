// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;

/** Writes the numbers down that {@link SimulatedTraffic} sends. */
final class SequenceHandler implements CompletionHandler {
    private final Queue<Long> seen;
    private volatile boolean bound = true;
    volatile long late;

    /** What the next call waits for. */
    volatile @Nullable CountDownLatch hold;

    final CountDownLatch held = new CountDownLatch(1);

    SequenceHandler(Queue<Long> seen) {
        this.seen = seen;
    }

    /** From now on no call may come. */
    void unbound() {
        bound = false;
    }

    @Override
    public void onCompletions(CompletionBatch batch) {
        if (!bound) {
            late = batch.size();
        }
        await();
        while (batch.next()) {
            seen.add(batch.payload().getLong(batch.payload().position()));
            batch.repost();
        }
    }

    private void await() {
        CountDownLatch latch = hold;
        if (latch != null) {
            held.countDown();
            try {
                boolean unused = latch.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Map<String, Long> figures() {
        return Map.of("seen", (long) seen.size());
    }
}
