// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.figures;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Completions by how they ended; one writer, any reader. */
public final class StatusTally {
    private final Map<WorkCompletionStatus, Tally> counts =
            new EnumMap<>(WorkCompletionStatus.class);

    /** The one that each batch adds to. */
    private final Tally successes = new Tally();

    /** All 0. */
    public StatusTally() {
        for (WorkCompletionStatus status : WorkCompletionStatus.values()) {
            counts.put(status, status == WorkCompletionStatus.SUCCESS ? successes : new Tally());
        }
    }

    /** So many more succeeded. The writer only. */
    public void succeeded(long more) {
        successes.add(more);
    }

    /** Adds. The writer only. */
    public void add(WorkCompletionStatus status, long more) {
        Objects.requireNonNull(counts.get(status)).add(more);
    }

    /** Back to 0. The writer only. */
    public void reset() {
        counts.values().forEach(Tally::reset);
    }

    /** Those that occurred. */
    public Map<WorkCompletionStatus, Long> counts() {
        Map<WorkCompletionStatus, Long> all = new EnumMap<>(WorkCompletionStatus.class);
        counts.forEach(
                (status, tally) -> {
                    long count = tally.get();
                    if (count > 0) {
                        all.put(status, count);
                    }
                });
        return all;
    }
}
