// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackoffIdleTest {
    private final HandTurns turns = new HandTurns();
    private final List<Long> parks = new ArrayList<>();
    private final BackoffIdle idle = new BackoffIdle(turns, parks::add);

    private void rest(int times) {
        for (int i = 0; i < times; i++) {
            idle.afterTurn(0);
        }
    }

    @Test
    void itSleepsLongerAndLongerUpToAMillisecond() {
        rest(BackoffIdle.SPINS + BackoffIdle.YIELDS);
        assertEquals(List.of(), parks);
        rest(12);
        assertEquals(
                List.of(
                        1_000L,
                        2_000L,
                        4_000L,
                        8_000L,
                        16_000L,
                        32_000L,
                        64_000L,
                        128_000L,
                        256_000L,
                        512_000L,
                        1_000_000L,
                        1_000_000L),
                parks);
        assertEquals(12, turns.naps);
    }

    @Test
    void workLetsItBeginAnew() {
        rest(BackoffIdle.SPINS + BackoffIdle.YIELDS + 5);
        idle.afterTurn(1);
        parks.clear();
        rest(BackoffIdle.SPINS + BackoffIdle.YIELDS + 1);
        assertEquals(List.of(1_000L), parks);
    }

    @Test
    void withNothingToPollItLooksNowAndThen() {
        turns.polls = false;
        rest(3);
        assertEquals(List.of(1_000_000L, 1_000_000L, 1_000_000L), parks);
        assertEquals(3, turns.rests);
        turns.ports = List.of();
        rest(1);
        assertTrue(parks.get(3) > 1_000_000L);
    }
}
