// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which memberships have queues that the agent's own loop is to poll. Told when that changes; the
 * first time when it is known what an earlier user of the lease left, or when that takes too long.
 */
final class CountedQueues {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Roster roster;
    private final Consumer<Set<String>> hearer;
    private final long begunNanos;
    private boolean known;
    private @Nullable Set<String> told;

    CountedQueues(Roster roster, Consumer<Set<String>> hearer, long nowNanos) {
        this.roster = roster;
        this.hearer = hearer;
        this.begunNanos = nowNanos;
    }

    /** It is known what was left. */
    void adopted() {
        known = true;
    }

    /** Tells the names of the memberships if there is news. */
    void tell(long nowNanos) {
        if (!known && nowNanos - begunNanos < PATIENCE_NANOS) {
            return;
        }
        Set<String> names = new TreeSet<>();
        for (MembershipCore core : roster.all()) {
            if (core.isCounted()) {
                names.add(core.name());
            }
        }
        if (!names.equals(told)) {
            told = names;
            hearer.accept(Set.copyOf(names));
        }
    }
}
