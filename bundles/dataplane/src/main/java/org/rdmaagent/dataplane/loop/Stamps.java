// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.util.function.LongSupplier;
import org.rdmaagent.dataplane.figures.Tally;

/**
 * The times at which a loop looks at the clock: around its handlers, and now and then while there
 * is nothing to do. A look costs about as much as an empty poll. Belongs to the loop's thread.
 */
final class Stamps {
    /** Looking at each of them would double what an empty turn costs. */
    private static final int IDLE_TURNS = 64;

    private final LongSupplier nanoTime;
    private final Tally longestGapNanos;
    private long lastNanos;
    private boolean fresh;
    private int idleTurns;

    Stamps(LongSupplier nanoTime, Tally longestGapNanos) {
        this.nanoTime = nanoTime;
        this.longestGapNanos = longestGapNanos;
        this.lastNanos = nanoTime.getAsLong();
    }

    /** Work begins: right after what was stamped last, or now. */
    long begin() {
        return fresh ? lastNanos : look();
    }

    /** Work ended. */
    long end() {
        long now = look();
        fresh = true;
        return now;
    }

    /** A turn found nothing. */
    void idleTurn() {
        fresh = false;
        idleTurns++;
        if (idleTurns >= IDLE_TURNS) {
            idleTurns = 0;
            look();
        }
    }

    /** Something else than work took time. */
    void napped() {
        fresh = false;
        look();
    }

    /** The time until now is no gap. */
    void rested() {
        fresh = false;
        idleTurns = 0;
        lastNanos = nanoTime.getAsLong();
    }

    /** The clock, without counting it as a turn. */
    long now() {
        return nanoTime.getAsLong();
    }

    private long look() {
        long now = nanoTime.getAsLong();
        longestGapNanos.atLeast(now - lastNanos);
        lastNanos = now;
        return now;
    }
}
