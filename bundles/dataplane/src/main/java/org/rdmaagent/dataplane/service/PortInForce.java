// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.completion.PolledQueue;

/** How a queue is polled, and whether that is still right. One thread looks, any reads. */
final class PortInForce {
    /** A queue that is being made may be refused what it is granted when it is complete. */
    static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private @Nullable PortChoice choice;
    private boolean refused;
    private boolean settling;
    private int work;
    private long sinceNanos;
    private String refusedBefore = "";
    private String toldBefore = "";
    private volatile String refusal = "";
    private volatile String remark = "";

    /**
     * Its port was opened.
     *
     * @return whether there is something to tell that was not told of this queue just before
     */
    boolean opened(PortChoice by, PortChoice.Opened opened, PolledQueue queue, long nowNanos) {
        choice = by;
        refusal = opened.refusal();
        remark = opened.remark();
        refused = by.asked() != null && !opened.refusal().isEmpty();
        work = queue.work();
        sinceNanos = nowNanos;
        String about = refused ? by.wish().text() + " with work " + work : "";
        settling = refused && !about.equals(refusedBefore);
        refusedBefore = about;
        String told = refusal.isEmpty() ? "" : queue.identity() + " " + refusal;
        boolean news = !told.isEmpty() && !told.equals(toldBefore);
        toldBefore = told;
        return news;
    }

    /** It is not polled any more. Who polled it may be gone for good, and is not kept. */
    void closed() {
        choice = null;
        refusal = "";
        remark = "";
    }

    /**
     * Whether it is to be opened anew.
     *
     * @param next what is chosen now
     * @param queue as it is now
     */
    boolean isOutdated(PortChoice next, PolledQueue queue, long nowNanos) {
        PortChoice present = choice;
        if (present == null) {
            return false;
        }
        boolean granted = refusal.isEmpty();
        boolean same =
                next.wish().equals(present.wish())
                        && next.asked() == present.asked()
                        && (granted || next.best() == present.best());
        if (!same) {
            return true;
        }
        choice = next;
        return refused
                && (queue.work() != work || (settling && nowNanos - sinceNanos >= SETTLING_NANOS));
    }

    /** What was asked for and is not so, and what is instead; empty if all is. Any thread. */
    String trouble() {
        return refusal;
    }

    /** Why it is polled as it is although nothing is wrong; mostly empty. Any thread. */
    String remark() {
        return remark;
    }
}
