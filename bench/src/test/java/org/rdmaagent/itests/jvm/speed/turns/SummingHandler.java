// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed.turns;

import org.rdmaagent.dataplane.CompletionHandler;

/** A handler that keeps one number. */
public abstract class SummingHandler implements CompletionHandler {
    private long sum;

    /** Of the completions so far. */
    public final long sum() {
        return sum;
    }

    final void sum(long next) {
        sum = next;
    }
}
