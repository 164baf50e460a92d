// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** What each completion of a batch is, where they are not all good receives of one pair. */
final class OddCompletions {
    private static final int MOST = CompletionPort.LARGEST_BATCH;

    private final int[] buffers = new int[MOST];
    private final @Nullable DirectReceives[] pairs = new @Nullable DirectReceives[MOST];
    private final WorkCompletionStatus[] statuses = new WorkCompletionStatus[MOST];

    private int count;
    private int failures;

    /** Forgets all. */
    void clear() {
        count = 0;
        failures = 0;
    }

    /** Notes the next one. */
    void add(DirectReceives pair, int buffer, WorkCompletionStatus status) {
        pairs[count] = pair;
        buffers[count] = buffer;
        statuses[count] = status;
        count++;
        failures += status == WorkCompletionStatus.SUCCESS ? 0 : 1;
    }

    int count() {
        return count;
    }

    int failures() {
        return failures;
    }

    /** Whose receive it is of. */
    DirectReceives pair(int i) {
        return Objects.requireNonNull(pairs[i]);
    }

    /** The buffer that it was posted with. */
    int buffer(int i) {
        return buffers[i];
    }

    /** How it ended. */
    WorkCompletionStatus status(int i) {
        return statuses[i];
    }
}
