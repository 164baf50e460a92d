// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container.handler;

import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;

/** Tells the number of each datagram of a flood, and does nothing else. */
public final class PlainTeller implements CompletionHandler {
    private final LongConsumer numbers;

    /** Tells them here. */
    public PlainTeller(LongConsumer numbers) {
        this.numbers = numbers;
    }

    @Override
    public void onCompletions(CompletionBatch batch) {
        while (batch.next()) {
            if (batch.hasPayload()) {
                ByteBuffer payload = batch.payload();
                numbers.accept(Long.reverseBytes(payload.getLong(payload.position() + Long.BYTES)));
                batch.repost();
            }
        }
    }
}
