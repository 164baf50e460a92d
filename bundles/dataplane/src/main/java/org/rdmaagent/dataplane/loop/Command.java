// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Something that a loop is to do between two turns, and the acknowledgement that it did. */
public final class Command {
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Runnable action;
    private volatile @Nullable RuntimeException failure;

    Command(Runnable action) {
        this.action = action;
    }

    /** Carries it out, once. The loop's thread, or whoever stands in for it. */
    void run() {
        Runnable present = action;
        // It may refer to a handler of somebody else's bundle.
        action = null;
        try {
            if (present != null) {
                present.run();
            }
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            done.countDown();
        }
    }

    /**
     * Waits until it is carried out; it is carried out later, too.
     *
     * @param nanos at the most
     * @return whether it was
     * @throws RuntimeException what it ended with
     */
    public boolean await(long nanos) {
        boolean over;
        try {
            over = done.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            over = isDone();
        }
        RuntimeException failed = failure;
        if (failed != null) {
            throw failed;
        }
        return over;
    }

    /** Whether it was carried out. */
    public boolean isDone() {
        return done.getCount() == 0;
    }
}
