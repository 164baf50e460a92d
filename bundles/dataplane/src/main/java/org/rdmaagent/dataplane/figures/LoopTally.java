// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.figures;

import java.time.Instant;
import org.rdmaagent.dataplane.LoopFigures;

/** What a loop counts; its thread writes, any thread reads. */
public final class LoopTally {
    /** Taken off the queues. */
    public final Tally completions = new Tally();

    /** Polls that found nothing. */
    public final Tally emptyPolls = new Tally();

    /** Polls that found something. */
    public final BatchTally batches = new BatchTally();

    /** How long turns with work took. */
    public final TurnNanos cycles = new TurnNanos();

    /** The longest time between two turns. */
    public final Tally longestGapNanos = new Tally();

    /** Turns that took too long. */
    public final Tally stalls = new Tally();

    /** By how they ended. */
    public final StatusTally statuses = new StatusTally();

    private volatile Instant since;

    /** Counts from now on. */
    public LoopTally(Instant since) {
        this.since = since;
    }

    /** Back to 0. The writer only. */
    public void reset(Instant now) {
        since = now;
        completions.reset();
        emptyPolls.reset();
        batches.reset();
        cycles.reset();
        longestGapNanos.reset();
        stalls.reset();
        statuses.reset();
    }

    /** As they are now. */
    public LoopFigures figures() {
        long empty = emptyPolls.get();
        return new LoopFigures(
                since,
                completions.get(),
                empty + batches.polls(),
                empty,
                batches.counts(),
                cycles.distribution(),
                longestGapNanos.get(),
                stalls.get(),
                statuses.counts());
    }
}
