// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.completion.CompletionPort;

/**
 * Tells when nothing can arrive at a queue that is read directly, since none of its queue pairs has
 * a ring. Such a queue is granted, and a ring may come a moment later: only what stays so is told.
 * One thread looks, any reads.
 */
final class RinglessQueue {
    static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private boolean suspected;
    private long sinceNanos;
    private volatile boolean lasting;

    /**
     * Looks at it.
     *
     * @param port the queue's; none if it is not polled
     */
    void look(@Nullable CompletionPort port, long nowNanos) {
        boolean ringless =
                port != null
                        && port.kind().equals(PortWish.DIRECT)
                        && port.receivesPosted() == 0
                        && port.receivesHeld() == 0;
        if (ringless && !suspected) {
            sinceNanos = nowNanos;
        }
        suspected = ringless;
        lasting = ringless && nowNanos - sinceNanos >= LASTING_NANOS;
    }

    /** What is wrong and what to do; empty if nothing is. */
    String trouble() {
        return lasting
                ? "nothing can arrive: it is read directly, where only a ring posts receives, and"
                        + " none of its queue pairs has one; set receiveBytes in the file of the"
                        + " queue pair (one that is set and in state ERR has lost its ring: remove"
                        + " its file and put it back)"
                : "";
    }
}
