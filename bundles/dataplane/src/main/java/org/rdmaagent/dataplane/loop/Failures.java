// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import org.rdmaagent.dataplane.LoopEventKind;

/** What becomes of a handler that throws. Off the hot path; belongs to the loop's thread. */
final class Failures {
    private final LoopNews news;
    private int mostInRow;

    Failures(LoopNews news, int mostInRow) {
        this.news = news;
        this.mostInRow = mostInRow;
    }

    void limit(int inRow) {
        mostInRow = inRow;
    }

    /** Only the text of what was thrown is kept: its class belongs to somebody else's bundle. */
    void note(Slot slot, Binding binding, Throwable thrown) {
        String error = ThrownText.of(thrown);
        slot.failed(error);
        slot.tally().handlerErrors.add(1);
        slot.failuresInRow++;
        int row = slot.failuresInRow;
        // An assertion is about one message; other errors mean that its code cannot run.
        boolean broken = thrown instanceof Error && !(thrown instanceof AssertionError);
        boolean ends = broken || row >= mostInRow;
        if (row == 1) {
            news.tell(
                    LoopEventKind.HANDLER_FAILED,
                    slot.cq(),
                    binding.identity(),
                    "the handler failed with "
                            + error
                            + (ends ? "; its queue is put into quarantine" : "; the loop goes on"));
        }
        if (ends) {
            String why =
                    broken
                            ? "its handler failed with " + error + ", an Error, which is enough"
                            : "its handler failed "
                                    + row
                                    + (row == 1 ? " time, with " : " times in a row, at last with ")
                                    + error;
            slot.quarantine(why);
            news.tell(
                    LoopEventKind.QUARANTINED,
                    slot.cq(),
                    binding.identity(),
                    why
                            + "; the queue keeps what is completed: replace the handler, or"
                            + " release the queue");
        }
    }
}
