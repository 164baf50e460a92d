// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.figures;

/** What a loop counts of one queue; its thread writes, any thread reads. */
public final class SlotTally {
    /** Handed out, to all handlers. */
    public final Tally completions = new Tally();

    /** Handed out to the present handler. */
    public final Tally handlerCompletions = new Tally();

    /** Not asked for by a handler, or given up with the queue. */
    public final Tally skipped = new Tally();

    /** Calls of handlers that ended with an exception. */
    public final Tally handlerErrors = new Tally();

    /** Changes from one handler to another. */
    public final Tally swaps = new Tally();

    /** For how long the queue was not polled then. */
    public final Nanos swapPauses = new Nanos();

    /** Bytes that the present handler allocated in the batch that was looked at last. */
    public final Tally allocatedInBatch = new Tally();

    /** By how they ended. */
    public final StatusTally statuses = new StatusTally();

    /** Back to 0. The writer only. */
    public void reset() {
        completions.reset();
        handlerCompletions.reset();
        skipped.reset();
        handlerErrors.reset();
        allocatedInBatch.reset();
        swaps.reset();
        swapPauses.reset();
        statuses.reset();
    }
}
