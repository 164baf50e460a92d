// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import org.rdmaagent.dataplane.LoopEventKind;

/** What becomes of a handler that throws. Off the hot path; belongs to the loop's thread. */
final class Failures {
    private static final int LONGEST_TEXT = 500;

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
        String error = text(thrown);
        slot.failed(error);
        slot.tally().handlerErrors.add(1);
        slot.failuresInRow++;
        if (slot.failuresInRow == 1) {
            news.tell(
                    LoopEventKind.HANDLER_FAILED,
                    slot.cq(),
                    binding.identity(),
                    "the handler failed with " + error + "; the loop goes on");
        }
        boolean broken = thrown instanceof Error && !(thrown instanceof AssertionError);
        if (broken || slot.failuresInRow >= mostInRow) {
            int row = slot.failuresInRow;
            slot.quarantine(true);
            news.tell(
                    LoopEventKind.QUARANTINED,
                    slot.cq(),
                    binding.identity(),
                    (broken ? "the handler failed with " : row + " failures in a row, the last ")
                            + error
                            + "; the queue keeps what is completed: replace the handler, or"
                            + " release the queue");
        }
    }

    private static String text(Throwable thrown) {
        String name = thrown.getClass().getName();
        try {
            String message = thrown.getMessage();
            String text = message == null ? name : name + ": " + message;
            return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
        } catch (Throwable t) {
            // Its message is somebody else's code.
            return name;
        }
    }
}
