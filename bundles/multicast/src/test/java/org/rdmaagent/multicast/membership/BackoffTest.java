// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** How long to wait. */
class BackoffTest {
    @Test
    void aWaitLiesBetweenHalfAndAllOfASpanThatDoubles() {
        Backoff backoff = new Backoff(new Random(1));
        for (int round = 0; round < 2; round++) {
            long span = 2 * Backoff.LEAST_NANOS;
            for (int i = 0; i < 20; i++) {
                long wait = backoff.next();
                assertTrue(wait >= span / 2 && wait <= span, wait + " of " + span);
                assertTrue(wait >= Backoff.LEAST_NANOS && wait <= Backoff.MOST_NANOS);
                span = Math.min(2 * span, Backoff.MOST_NANOS);
            }
            backoff.reset();
        }
    }
}
