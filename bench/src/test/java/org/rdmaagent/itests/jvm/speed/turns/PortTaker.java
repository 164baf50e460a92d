// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed.turns;

import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.itests.jvm.speed.Taker;
import org.rdmaagent.spi.completion.CompletionPort;

/** A port and a handler, with nothing around them. */
public final class PortTaker implements Taker {
    private final CompletionPort port;
    private final CompletionBatch found;
    private final SummingHandler handler;

    /**
     * With a handler of its own.
     *
     * @param reposts whether that gives the buffers back
     */
    public PortTaker(CompletionPort port, boolean reposts) {
        this.port = port;
        this.found = port.batch();
        this.handler = reposts ? new RepostingHandler() : new FoldingHandler();
    }

    // A poll reads with acquire, after which fields are read again: so they are not.

    @Override
    public void take(long count, int batch) {
        CompletionPort polled = port;
        CompletionBatch taken = found;
        SummingHandler to = handler;
        for (long left = count; left > 0; ) {
            int some = polled.poll(batch);
            if (some < 0) {
                throw new IllegalStateException(polled.kind() + " answers " + some);
            }
            to.onCompletions(taken);
            left -= some;
        }
        polled.flush();
    }

    @Override
    public long poll(long polls, int batch) {
        CompletionPort polled = port;
        long all = 0;
        for (long i = 0; i < polls; i++) {
            all += polled.poll(batch);
        }
        return all;
    }

    @Override
    public long sum() {
        return handler.sum();
    }
}
