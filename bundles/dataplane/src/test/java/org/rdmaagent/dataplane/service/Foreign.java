// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.Map;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;

/** A handler as of another bundle: its classes come from a loader of their own. */
public final class Foreign implements CompletionHandler {
    private long calls;

    /** An exception of that bundle. */
    public static final class Mood extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Object owner;

        Mood(Object owner) {
            this.owner = owner;
        }

        @Override
        public String getMessage() {
            return "of " + owner.getClass().getSimpleName();
        }
    }

    @Override
    public void onCompletions(CompletionBatch batch) {
        calls++;
        if (calls % 3 == 0) {
            throw new Mood(this);
        }
        while (batch.next()) {
            batch.repost();
        }
    }

    @Override
    public Map<String, Long> figures() {
        return Map.of("calls", calls);
    }
}
