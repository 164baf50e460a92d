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

    @Override
    public void take(long count, int batch) {
        for (long left = count; left > 0; ) {
            int some = port.poll(batch);
            if (some < 0) {
                throw new IllegalStateException(port.kind() + " answers " + some);
            }
            handler.onCompletions(found);
            left -= some;
        }
        port.flush();
    }

    @Override
    public long poll(long polls, int batch) {
        CompletionPort polled =
                port; // a poll reads with acquire, after which fields are read again
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
