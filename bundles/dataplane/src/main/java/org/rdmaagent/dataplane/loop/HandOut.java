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

    /** Hands out what the port holds: a new batch, or the rest of one. */
    void deliver(Slot slot, CompletionPort port, Binding binding, CountedBatch batch) {
        long began = stamps.begin();
        if (!inTurn) {
            inTurn = true;
            turnBeganNanos = began;
        }
        slot.pollEndNanos = began;
        busy.begin(slot, turnBeganNanos);
        // Should the thread die inside, its successor goes on behind the cursor.
        slot.leftover = true;
        boolean whole = callAll(slot, port, binding, batch);
        batch.tell();
        if (whole) {
            slot.leftover = false;
            port.flush();
        }
        long unused = stamps.end();
    }

    /** Whether nothing of the batch is left. */
    private boolean callAll(Slot slot, CompletionPort port, Binding binding, CountedBatch batch) {
        while (true) {
            int before = port.remaining();
            boolean good = call(slot, port, binding, batch);
            if (good) {
                slot.failuresInRow = 0;
                skipRest(slot, port, batch);
            }
            int after = port.remaining();
            slot.tally().completions.add(before - after);
            slot.tally().handlerCompletions.add(before - after);
            if (after == 0) {
                return true;
            }
            if (slot.quarantined) {
                return false;
            }
        }
    }

    private boolean call(Slot slot, CompletionPort port, Binding binding, CountedBatch batch) {
        try {
            garbage.begin(slot, port);
            binding.handler().onCompletions(batch);
            garbage.end(slot, binding);
            return true;
        } catch (Throwable t) {
            failures.note(slot, binding, t);
            port.abandonCurrent();
            return false;
        }
    }

    private static void skipRest(Slot slot, CompletionPort port, CountedBatch batch) {
        while (batch.next()) {
            slot.tally().skipped.add(1);
            port.abandonCurrent();
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
