// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What owners hold, also while no owner is there. The world's lock is held. */
final class LeaseBook {
    /** How long what was handed back waits for its next owner. */
    static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final Logger LOG = LoggerFactory.getLogger(LeaseBook.class);

    private final VerbsWorld world;
    private final Map<String, LeaseStock> stocks = new LinkedHashMap<>();

    LeaseBook(VerbsWorld world) {
        this.world = world;
    }

    /** Takes up what an owner holds; an earlier user of it can no longer use it. */
    SimulatedLease take(String owner) {
        LeaseStock stock = stocks.computeIfAbsent(owner, any -> new LeaseStock(world, owner));
        SimulatedLease lease = new SimulatedLease(owner, world, stock);
        stock.user(lease);
        return lease;
    }

    /** Closes what waited too long. */
    void expire(long now) {
        // Closing may give the lock up for a while: others must not do it again, or see half of it.
        for (Map.Entry<String, LeaseStock> each : List.copyOf(stocks.entrySet())) {
            if (now >= each.getValue().deadline()) {
                each.getValue().settled();
                closeUnclaimed(each.getKey(), each.getValue());
            }
        }
    }

    private static void closeUnclaimed(String owner, LeaseStock stock) {
        String held = stock.describe();
        RdmaException failure = stock.closeAll();
        if (!held.isEmpty()) {
            LOG.warn(
                    "nobody took up what {} had handed back; closed: {}{}",
                    owner,
                    held,
                    failure == null ? "" : "; but " + failure.getMessage());
        }
    }

    long nextDeadline() {
        long next = VerbsWorld.NEVER;
        for (LeaseStock stock : stocks.values()) {
            next = Math.min(next, stock.deadline());
        }
        return next;
    }
}
