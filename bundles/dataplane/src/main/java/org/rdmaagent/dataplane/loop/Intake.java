// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import org.rdmaagent.dataplane.figures.LoopTally;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * Counts what is taken off the queues, whatever handlers make of it. Belongs to the loop's thread.
 */
final class Intake {
    private final LoopTally tally;

    Intake(LoopTally tally) {
        this.tally = tally;
    }

    /**
     * A poll found something.
     *
     * @param found so many completions; at least 1
     */
    void count(Slot slot, CompletionPort port, int found) {
        tally.completions.add(found);
        tally.batches.add(found);
        int failures = port.failures();
        slot.tally().statuses.succeeded(found - failures);
        tally.statuses.succeeded(found - failures);
        if (failures > 0) {
            countFailures(slot, port, found);
        }
    }

    private void countFailures(Slot slot, CompletionPort port, int found) {
        for (int i = 0; i < found; i++) {
            WorkCompletionStatus status = port.statusOf(i);
            if (status != WorkCompletionStatus.SUCCESS) {
                slot.tally().statuses.add(status, 1);
                tally.statuses.add(status, 1);
            }
        }
    }
}
