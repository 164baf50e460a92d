// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;

/**
 * Sees that each number of a flood comes exactly once and in order, through whichever handler: it
 * is one itself, and it gives a {@link Part} to each handler of another bundle that asks with its
 * version. One thread at a time, as loops promise.
 */
final class FloodNumbers implements CompletionHandler, Function<String, LongConsumer> {
    private static final int KEPT = 20;

    private final List<String> wrong = new ArrayList<>();
    private final Map<String, Part> parts = new ConcurrentHashMap<>();
    private final AtomicLong received = new AtomicLong();

    /** What one handler gets. */
    final class Part implements LongConsumer {
        private final String who;
        private volatile boolean left;

        private Part(String who) {
            this.who = who;
        }

        @Override
        public void accept(long number) {
            if (left) {
                complain(number + " came to " + who + ", which had gone");
            }
            FloodNumbers.this.accept(number);
        }

        /** From now on nothing may come to it: its unregistration has returned. */
        void leave() {
            left = true;
        }
    }

    @Override
    public LongConsumer apply(String who) {
        Part part = new Part(who);
        parts.put(who, part);
        return part;
    }

    /** Nothing may come any more to the handler that asked last with this text. */
    void left(String who) {
        Part part = parts.remove(who);
        if (part != null) {
            part.leave();
        }
    }

    @Override
    public void onCompletions(CompletionBatch batch) {
        while (batch.next()) {
            if (batch.hasPayload()) {
                ByteBuffer payload = batch.payload();
                accept(Long.reverseBytes(payload.getLong(payload.position() + Long.BYTES)));
                batch.repost();
            } else {
                complain("a completion without a message: " + batch.status());
            }
        }
    }

    private void accept(long number) {
        long wanted = received.getPlain();
        if (number != wanted) {
            complain("wanted " + wanted + ", got " + number);
        }
        received.setRelease(number + 1);
    }

    /** How many came. Any thread. */
    long received() {
        return received.getAcquire();
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
