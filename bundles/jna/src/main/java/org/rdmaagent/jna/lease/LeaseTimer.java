// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.lease;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks later whether what was handed back has been taken up. No thread is left behind where nobody
 * leases. For any thread.
 */
public final class LeaseTimer {
    private @Nullable ScheduledThreadPoolExecutor executor;
    private boolean stopped;

    /** Runs it after so long, unless stopped before. */
    public synchronized void schedule(Runnable look, long delayNanos) {
        if (!stopped) {
            var unused = executor().schedule(look, delayNanos, TimeUnit.NANOSECONDS);
        }
    }

    private ScheduledThreadPoolExecutor executor() {
        ScheduledThreadPoolExecutor current = executor;
        if (current == null) {
            current =
                    new ScheduledThreadPoolExecutor(
                            1,
                            action -> {
                                Thread thread = new Thread(action, "rdma-jna-leases");
                                thread.setDaemon(true);
                                return thread;
                            });
            // A little longer than the task.
            current.setKeepAliveTime(1, TimeUnit.SECONDS);
            current.allowCoreThreadTimeOut(true);
            current.setRemoveOnCancelPolicy(true);
            executor = current;
        }
        return current;
    }

    /** Forgets what was to be run; nothing is scheduled any more. */
    public synchronized void stop() {
        stopped = true;
        ScheduledThreadPoolExecutor current = executor;
        if (current != null) {
            current.shutdownNow();
            executor = null;
        }
    }
}
