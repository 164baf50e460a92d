// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed.turns;

import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.itests.jvm.speed.Fold;

/** Reads each completion, and gives its buffer back. */
public final class RepostingHandler extends SummingHandler {
    @Override
    public void onCompletions(CompletionBatch batch) {
        long all = sum();
        while (batch.next()) {
            all = Fold.add(all, batch.wrId(), batch.status().code(), batch.byteLen());
            batch.repost();
        }
        sum(all);
    }
}
