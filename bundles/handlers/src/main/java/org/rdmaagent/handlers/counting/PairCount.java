// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.handlers.counting;

import java.util.concurrent.atomic.AtomicLong;
import org.rdmaagent.dataplane.MessageCount;

/** What one queue pair received. Loops add, any thread reads. */
final class PairCount {
    private final int qpNum;
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong lateMessages = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile boolean late;

    PairCount(int qpNum) {
        this.qpNum = qpNum;
    }

    int qpNum() {
        return qpNum;
    }

    /** Whether what comes is late. */
    void late(boolean on) {
        late = on;
    }

    /** Several messages, in one step. */
    void received(long count, long payloadBytes) {
        messages.addAndGet(count);
        bytes.addAndGet(payloadBytes);
        if (late) {
            lateMessages.addAndGet(count);
        }
    }

    void failed() {
        failures.incrementAndGet();
    }

    MessageCount count() {
        return new MessageCount(
                qpNum, messages.get(), bytes.get(), lateMessages.get(), failures.get());
    }
}
