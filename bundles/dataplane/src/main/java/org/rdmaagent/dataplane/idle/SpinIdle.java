// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

/** Polls again at once. */
final class SpinIdle implements Idle {
    private final Turns turns;

    SpinIdle(Turns turns) {
        this.turns = turns;
    }

    @Override
    public void afterTurn(int work) {
        if (work > 0) {
            return;
        }
        if (turns.polls()) {
            Thread.onSpinWait();
        } else {
            Parking.park(Parking.rest(turns));
            turns.rested();
        }
    }
}
