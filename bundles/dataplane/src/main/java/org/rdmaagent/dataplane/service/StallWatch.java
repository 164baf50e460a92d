// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.concurrent.TimeUnit;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.loop.Busy;
import org.rdmaagent.dataplane.loop.LoopNews;

/** Tells of turns that take too long, while they last. Used by one thread. */
final class StallWatch {
    private final Busy busy;
    private final LoopNews news;
    private long stalledSinceNanos;
    private String cq = "";
    private String handler = "";
    private volatile boolean stalled;

    StallWatch(Busy busy, LoopNews news) {
        this.busy = busy;
        this.news = news;
    }

    /** Looks at the loop. */
    void look(long nowNanos, long stallNanos) {
        long since = busy.sinceNanos();
        if (stalled && since != stalledSinceNanos) {
            stalled = false;
            news.tell(
                    LoopEventKind.STALL_ENDED,
                    cq,
                    handler,
                    "after about " + millis(nowNanos - stalledSinceNanos) + " ms");
        }
        if (!stalled && since != 0 && nowNanos - since > stallNanos) {
            stalled = true;
            stalledSinceNanos = since;
            cq = busy.cq();
            handler = busy.handler();
            news.tell(
                    LoopEventKind.STALL,
                    cq,
                    handler,
                    "this handler holds the loop for "
                            + millis(nowNanos - since)
                            + " ms already: it must not wait, or the CPU was taken away by the"
                            + " kernel or the JVM; its other queues are not polled meanwhile");
        }
    }

    /** Whether a turn takes too long now. Any thread. */
    boolean isStalled() {
        return stalled;
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
