// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Spins, then yields, then sleeps longer and longer. */
final class BackoffIdle implements Idle {
    static final int SPINS = 100;
    static final int YIELDS = 20;
    static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(1);
    static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Turns turns;
    private final LongConsumer park;
    private int idleTurns;
    private long parkNanos = SHORTEST_NANOS;

    BackoffIdle(Turns turns, LongConsumer park) {
        this.turns = turns;
        this.park = park;
    }

    @Override
    public void afterTurn(int work) {
        if (work > 0) {
            idleTurns = 0;
            parkNanos = SHORTEST_NANOS;
        } else if (turns.polls()) {
            backOff();
        } else {
            park.accept(Parking.rest(turns));
            turns.rested();
        }
    }

    // Giving the CPU away is what this strategy is; nothing relies on who gets it.
    @SuppressWarnings("ThreadPriorityCheck")
    private void backOff() {
        if (idleTurns < SPINS) {
            idleTurns++;
            Thread.onSpinWait();
        } else if (idleTurns < SPINS + YIELDS) {
            idleTurns++;
            Thread.yield();
        } else {
            park.accept(parkNanos);
            parkNanos = Math.min(2 * parkNanos, LONGEST_NANOS);
            turns.napped();
        }
    }
}
