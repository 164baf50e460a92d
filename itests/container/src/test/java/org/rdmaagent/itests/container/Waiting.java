// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertTrue;

import java.util.concurrent.TimeUnit;

/** Waits for what another thread of the container does. */
final class Waiting {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    interface Condition {
        boolean holds() throws Exception;
    }

    private Waiting() {}

    static void until(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!condition.holds()) {
            assertTrue("no " + what + " in time", System.nanoTime() < deadline);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
