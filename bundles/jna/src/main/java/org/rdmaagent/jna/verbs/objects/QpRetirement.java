// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.lease.Failures;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;

/**
 * Brings a queue pair to the error state and takes off what was outstanding, as far as that is
 * possible: whether the pair can be destroyed, and why not, its destruction tells.
 */
final class QpRetirement {
    private static final int DRAIN_BATCH = 64;

    private final NativeQp pair;

    QpRetirement(NativeQp pair) {
        this.pair = pair;
    }

    void run() {
        Failures.tolerating(this::stop);
        drain(pair.queues().send());
        drain(pair.queues().receive());
    }

    /** There is no way from RESET to ERR, and nothing outstanding in RESET. */
    private void stop() {
        if (pair.stateNow() != QpState.RESET) {
            pair.modify(QpAttributes.ofState(QpState.ERR));
        }
    }

    /** What is found is of no interest to anybody any more, nor is that the queue is dead. */
    private static void drain(@Nullable NativeCq queue) {
        if (queue == null) {
            return;
        }
        Failures.tolerating(
                () -> {
                    int most = queue.cqe();
                    int seen = 0;
                    while (seen <= most && !queue.poll(DRAIN_BATCH).isEmpty()) {
                        seen += DRAIN_BATCH;
                    }
                });
    }
}
