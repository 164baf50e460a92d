// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed.turns;

import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.itests.jvm.speed.Fold;

/** Reads each completion, and nothing else. */
public final class FoldingHandler extends SummingHandler {
    @Override
    public void onCompletions(CompletionBatch batch) {
        long all = sum();
        while (batch.next()) {
            all = Fold.add(all, batch.wrId(), batch.status().code(), batch.byteLen());
        }
        sum(all);
    }
}
