// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Who holds the loop's thread, and since when. The thread writes, a watch reads. */
public final class Busy {
    private static final long NOBODY = 0;

    private final AtomicLong since = new AtomicLong(NOBODY);
    private volatile @Nullable Slot holder;

    /** A queue's handler is called now, in a turn that began then. The loop's thread. */
    void begin(Slot slot, long turnBeganNanos) {
        if (holder != slot) {
            holder = slot;
        }
        // 0 is a possible time, too.
        since.setRelease(turnBeganNanos == NOBODY ? 1 : turnBeganNanos);
    }

    /** The turn is over. The loop's thread. */
    void end() {
        since.setRelease(NOBODY);
    }

    /** When the present turn began, on the clock of the loop; 0 while no handler was called. */
    public long sinceNanos() {
        return since.getAcquire();
    }

    /** Whose handler was called last; empty if none ever was. */
    public String cq() {
        Slot slot = holder;
        return slot == null ? "" : slot.cq();
    }

    /** What that handler is called. */
    public String handler() {
        Slot slot = holder;
        return slot == null ? "" : slot.handler();
    }

    /** A queue is no longer there. The loop's thread. */
    void forget(Slot slot) {
        if (holder == slot) {
            holder = null;
        }
    }
}
