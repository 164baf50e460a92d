// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What owners hold, also while no owner is there. The lock is held. */
final class CmBook {
    /** How long what was handed back waits for its next owner. */
    static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final Logger LOG = LoggerFactory.getLogger(CmBook.class);

    private final CmWorld world;
    private final Map<String, CmStock> stocks = new LinkedHashMap<>();

    CmBook(CmWorld world) {
        this.world = world;
    }

    /** Takes up what an owner holds; an earlier user of it can no longer use it. */
    SimulatedCmLease take(String owner) {
        CmStock stock = stocks.computeIfAbsent(owner, any -> new CmStock(world));
        SimulatedCmLease lease = new SimulatedCmLease(owner, world, stock);
        stock.user(lease);
        return lease;
    }

    /** The open ids that are tied to a device, of all owners. */
    List<SimulatedCmId> idsOf(String device) {
        List<SimulatedCmId> all = new ArrayList<>();
        stocks.values().forEach(stock -> all.addAll(stock.idsOf(device)));
        return all;
    }

    /** Closes what waited too long. */
    void expire(long now) {
        stocks.forEach(
                (owner, stock) -> {
                    if (now >= stock.deadline()) {
                        String held = stock.describe();
                        stock.closeAll();
                        stock.handBack(false);
                        if (!held.isEmpty()) {
                            LOG.warn(
                                    "nobody took up the cm ids that {} had handed back; left their"
                                            + " groups and closed: {}",
                                    owner,
                                    held);
                        }
                    }
                });
    }

    long nextDeadline() {
        long next = Agenda.NEVER;
        for (CmStock stock : stocks.values()) {
            next = Math.min(next, stock.deadline());
        }
        return next;
    }
}
