// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.dataplane.MessageCount;
import org.rdmaagent.dataplane.MessageCounter;

/**
 * The time after a membership was left in which what was queued is still delivered, and counted as
 * late: until nothing has come for a while, or it takes too long.
 */
final class Drain {
    /** How often to look. */
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Nothing has come for so long: the queue is empty. */
    static final long STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Whoever floods the pair of a group that was left must not keep it open. */
    static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final int number;
    private final Optional<MessageCounter> counter;
    private final long lateBefore;
    private final long begunNanos;
    private long seen;
    private long changedNanos;
    private boolean ended;

    /**
     * Begins.
     *
     * @param number of the queue pair
     * @param counter who counts it, if anybody does
     */
    Drain(int number, Optional<MessageCounter> counter, long nowNanos) {
        this.number = number;
        this.counter = counter;
        this.begunNanos = nowNanos;
        this.changedNanos = nowNanos;
        this.lateBefore = count().map(MessageCount::lateMessages).orElse(0L);
        this.seen = count().map(MessageCount::messages).orElse(0L);
        counter.ifPresent(present -> present.beginLate(number));
    }

    private Optional<MessageCount> count() {
        return counter.map(present -> present.count(number));
    }

    /** Late messages until now; -1 if nobody counts. */
    long late() {
        return count().map(count -> count.lateMessages() - lateBefore).orElse(-1L);
    }

    /** Looks again; whether it is over. */
    boolean look(long nowNanos) {
        long messages = count().map(MessageCount::messages).orElse(0L);
        if (messages != seen) {
            seen = messages;
            changedNanos = nowNanos;
        }
        return nowNanos - changedNanos >= STILL_NANOS || nowNanos - begunNanos >= MOST_NANOS;
    }

    /** Ends the counting. Twice does nothing. */
    void end() {
        if (!ended) {
            ended = true;
            counter.ifPresent(present -> present.endLate(number));
        }
    }
}
