// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sleeping in the Java way. */
final class Parking {
    /** Where nothing is polled: soon enough for who wants to close something. */
    static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Where there is no queue; whoever brings one wakes the loop. */
    static final long LONG_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private Parking() {}

    /** How long to sleep where nothing is polled. */
    static long rest(Turns turns) {
        return turns.hasPorts() ? REST_NANOS : LONG_REST_NANOS;
    }

    /** Sleeps until the time is over or somebody unparks the thread. */
    static void park(long nanos) {
        // A handler may have left the flag behind: no sleep would be one any more.
        boolean unused = Thread.interrupted();
        LockSupport.parkNanos(nanos);
    }
}
