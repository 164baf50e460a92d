// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import org.rdmaagent.dataplane.figures.LoopTally;
import org.rdmaagent.spi.completion.CompletionPort;

/**
 * Hands batches to handlers, so that each completion goes to one of them once, whatever they throw.
 * Neither allocates nor locks while they behave. Belongs to the loop's thread.
 */
final class HandOut {
    private final LoopTally tally;
    private final Busy busy;
    private final Stamps stamps;
    private final Failures failures;
    private final Garbage garbage;
    private boolean inTurn;
    private long turnBeganNanos;

    HandOut(LoopTally tally, Busy busy, Stamps stamps, Failures failures, Garbage garbage) {
        this.tally = tally;
        this.busy = busy;
        this.stamps = stamps;
        this.failures = failures;
        this.garbage = garbage;
    }

    /**
     * Hands out what the port holds: a new batch, or the rest of one.
     *
     * @param held so many; at least 1
     */
    void deliver(Slot slot, Serving serving, int held) {
        long began = stamps.begin();
        if (!inTurn) {
            inTurn = true;
            turnBeganNanos = began;
        }
        slot.pollEndNanos = began;
        busy.begin(slot, turnBeganNanos);
        // Should the thread die inside, its successor goes on behind the cursor.
        slot.leftover = true;
        if (callAll(slot, serving, held)) {
            slot.leftover = false;
            serving.port().flush();
        }
        long unused = stamps.end();
    }

    /** Whether nothing of the batch is left. */
    private boolean callAll(Slot slot, Serving serving, int held) {
        CompletionPort port = serving.port();
        int before = held;
        while (true) {
            boolean good = call(slot, serving);
            int after = port.remaining();
            if (good) {
                slot.failuresInRow = 0;
                if (after > 0) {
                    skipRest(slot, serving);
                    after = 0;
                }
            }
            slot.tally().completions.add(before - after);
            slot.tally().handlerCompletions.add(before - after);
            if (after == 0) {
                return true;
            }
            if (slot.quarantined) {
                return false;
            }
            before = after;
        }
    }

    private boolean call(Slot slot, Serving serving) {
        try {
            garbage.begin(slot, serving.port());
            serving.handler().onCompletions(serving.batch());
            garbage.end(slot, serving.binding());
            return true;
        } catch (Throwable t) {
            failures.note(slot, serving.binding(), t);
            serving.port().abandonCurrent();
            return false;
        }
    }

    private static void skipRest(Slot slot, Serving serving) {
        while (serving.batch().next()) {
            slot.tally().skipped.add(1);
            serving.port().abandonCurrent();
        }
    }

    /**
     * The turn is over.
     *
     * @return how long it took since its first handler was called, nanoseconds
     */
    long endTurn(long stallNanos) {
        long took = stamps.begin() - turnBeganNanos;
        inTurn = false;
        busy.end();
        tally.cycles.record(took);
        if (took > stallNanos) {
            tally.stalls.add(1);
        }
        return took;
    }

    /** Whether a handler was called in this turn. */
    boolean inTurn() {
        return inTurn;
    }

    /** After the death of a thread in the middle of a turn. */
    void recover() {
        inTurn = false;
        busy.end();
    }
}
