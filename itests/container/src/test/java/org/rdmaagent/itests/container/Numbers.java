// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;

/**
 * Sees that each number comes exactly once and in order, through whichever handler: it is one
 * itself, and what the handlers of other bundles tell. One thread at a time, as loops promise.
 */
final class Numbers implements CompletionHandler, LongConsumer {
    private static final int KEPT = 20;

    private final List<String> wrong = new ArrayList<>();
    private volatile long received;

    @Override
    public void onCompletions(CompletionBatch batch) {
        while (batch.next()) {
            if (batch.hasPayload()) {
                accept(batch.payload().getLong());
                batch.repost();
            } else {
                complain("a completion without a message: " + batch.status());
            }
        }
    }

    @Override
    public void accept(long number) {
        long wanted = received;
        if (number != wanted) {
            complain("wanted " + wanted + ", got " + number);
        }
        received = wanted + 1;
    }

    /** How many came. */
    long received() {
        return received;
    }

    private synchronized void complain(String text) {
        if (wrong.size() < KEPT) {
            wrong.add(text);
        }
    }

    /** What came and should not have, or not yet. */
    synchronized List<String> wrong() {
        return List.copyOf(wrong);
    }
}
