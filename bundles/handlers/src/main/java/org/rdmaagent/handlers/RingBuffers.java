// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.handlers;

import org.rdmaagent.dataplane.CompletionBatch;

/** Giving buffers back where a completion does not say whether it has one. */
public final class RingBuffers {
    private RingBuffers() {}

    /**
     * Gives the buffer of a send or of a failed request back, if it has one. Of a failure nobody
     * can tell what it was before, and of a send whether it was a reply; only the attempt shows it.
     * A success of a receive needs no attempt: {@link CompletionBatch#hasPayload} tells.
     *
     * @return whether there was one
     */
    public static boolean giveBack(CompletionBatch batch) {
        try {
            batch.repost();
            return true;
        } catch (IllegalStateException e) {
            // A request that somebody posted himself.
            return false;
        }
    }
}
