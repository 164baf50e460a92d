// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.Arrays;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.itests.jvm.loop.Flood;

/**
 * Notes how long each message waited for its handler, from the device's clock to the call. The
 * loop's thread writes; what another one asks for is asked after it has seen the loop's count.
 */
final class Arrivals implements CompletionHandler {
    private final long[] waits;
    private volatile int number;

    /** Room for so many; those that come later are passed over. */
    Arrivals(int most) {
        waits = new long[most];
    }

    @Override
    public void onCompletions(CompletionBatch batch) {
        long now = System.nanoTime();
        while (batch.next()) {
            int at = number;
            if (at < waits.length) {
                waits[at] = now - Flood.madeNanos(batch.payload());
                number = at + 1;
            }
            batch.repost();
        }
    }

    /** Begins anew; nothing may be under way. */
    void forget() {
        number = 0;
    }

    /** Nanoseconds, in the order of their coming. */
    long[] waits() {
        if (number < waits.length) {
            throw new IllegalStateException(number + " messages only");
        }
        return Arrays.copyOf(waits, waits.length);
    }
}
