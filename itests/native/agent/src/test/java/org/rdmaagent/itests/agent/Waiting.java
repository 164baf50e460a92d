// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;

/** Waits for what another process does. */
final class Waiting {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_MILLIS = 10;

    interface Condition {
        boolean holds() throws Exception;
    }

    private Waiting() {}

    static void until(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < deadline, "in vain: " + what);
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }
}
