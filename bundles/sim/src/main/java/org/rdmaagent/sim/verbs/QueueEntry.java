// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.WorkCompletion;

/**
 * A completion in its queue.
 *
 * @param by the queue pair or work queue that it is of
 * @param ring the receive ring to whose buffer it belongs, {@code wrId} being its index; null for
 *     other requests
 * @param polled gives the place in its queue back
 */
record QueueEntry(
        WorkCompletion completion, Object by, @Nullable BufferRing ring, Runnable polled) {
    /** Index of the buffer, if there is a ring. */
    int buffer() {
        return (int) completion.wrId();
    }

    /** Whether its queue pair is gone. */
    boolean isStale() {
        return by instanceof QpCore qp && qp.isDestroyed();
    }
}
