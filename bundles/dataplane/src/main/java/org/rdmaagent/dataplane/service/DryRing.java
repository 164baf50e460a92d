// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.completion.CompletionPort;

/**
 * Tells when a handler has kept all receive buffers of a queue. A busy ring is without posted
 * buffers for moments, too: only one that stays so while nothing is handed out has run dry. One
 * thread looks, any reads.
 */
final class DryRing {
    static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private boolean suspected;
    private long sinceNanos;
    private long completions;
    private volatile int held;

    /**
     * Looks at it.
     *
     * @param port the queue's; none if it is not polled
     * @param handedOut completions until now
     */
    void look(@Nullable CompletionPort port, long handedOut, long nowNanos) {
        int buffers = port == null || port.receivesPosted() > 0 ? 0 : port.receivesHeld();
        if (buffers == 0) {
            suspected = false;
            held = 0;
        } else if (!suspected || handedOut != completions) {
            suspected = true;
            sinceNanos = nowNanos;
            completions = handedOut;
            held = 0;
        } else if (nowNanos - sinceNanos >= LASTING_NANOS) {
            held = buffers;
        }
    }

    /** What is wrong and what to do; empty if nothing is. */
    String trouble() {
        int buffers = held;
        return buffers == 0
                ? ""
                : "its handler gave no buffer back: all "
                        + buffers
                        + " are held, and what arrives is dropped; replace the handler, then remove"
                        + " the queue pair's file and put it back";
    }
}
