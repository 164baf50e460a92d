// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

/** Lets others run, then polls again. */
final class YieldIdle implements Idle {
    private final Turns turns;

    YieldIdle(Turns turns) {
        this.turns = turns;
    }

    @Override
    // Giving the CPU away is what this strategy is; nothing relies on who gets it.
    @SuppressWarnings("ThreadPriorityCheck")
    public void afterTurn(int work) {
        if (work > 0) {
            return;
        }
        if (turns.polls()) {
            Thread.yield();
        } else {
            Parking.park(Parking.rest(turns));
            turns.rested();
        }
    }
}
