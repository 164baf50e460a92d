// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what other threads and the kernel do. */
final class Until {
    private static final long LOOKS = 20_000;

    private Until() {}

    /** Looks each millisecond; whether it holds in the end, after half a minute or so. */
    static boolean holds(BooleanSupplier condition) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        for (long i = 0; i < LOOKS && !condition.getAsBoolean(); i++) {
            boolean unused = never.await(1, TimeUnit.MILLISECONDS);
        }
        return condition.getAsBoolean();
    }
}
