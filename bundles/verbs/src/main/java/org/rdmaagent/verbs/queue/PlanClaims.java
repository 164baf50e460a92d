// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which file has which name: the first one that asks for it. Others of the same name wait, and tell
 * so, until it goes or takes another name; the one that waits longest is next. For any thread; its
 * lock is taken before that of {@link PlannedQueuePairs}, never after it.
 */
final class PlanClaims {
    private static final Logger LOG = LoggerFactory.getLogger(PlanClaims.class);

    private final PlannedQueuePairs plans;
    private final Map<String, PlanFile> holders = new HashMap<>();
    private final Set<PlanFile> waiting = new LinkedHashSet<>();

    PlanClaims(PlannedQueuePairs plans) {
        this.plans = plans;
    }

    /** A file says this now: it has its name, or waits for it. */
    synchronized void read(PlanFile file, Map<String, ?> keys) {
        if (!PlanName.of(keys).equals(file.name())) {
            remove(file);
        }
        file.keep(keys);
        PlanFile holder = holders.putIfAbsent(file.name(), file);
        if (holder == null || holder == file) {
            boolean unused = waiting.remove(file);
            file.apply(plans::add);
        } else if (waiting.add(file)) {
            LOG.warn("Configuration of queue pair {}: {}", file.name(), clash(file, holder));
        }
    }

    /** A file is gone: so is its queue pair, and the next one that waits has the name. */
    synchronized void remove(PlanFile file) {
        boolean waited = waiting.remove(file);
        if (waited || !holders.remove(file.name(), file)) {
            return;
        }
        plans.end(file.name());
        Optional<PlanFile> next =
                waiting.stream().filter(other -> other.name().equals(file.name())).findFirst();
        if (next.isPresent()) {
            boolean unused = waiting.remove(next.get());
            holders.put(file.name(), next.get());
            LOG.info("{} has the name {} now", next.get().id(), file.name());
            next.get().apply(plans::succeed);
        }
    }

    /**
     * The reader of a file stops. Nobody is next: when the bundle stops, its files leave one by
     * one, and the queue pair must stay as it is.
     */
    synchronized void leave(PlanFile file) {
        boolean waited = waiting.remove(file);
        if (!waited && holders.remove(file.name(), file)) {
            plans.forget(file.name());
        }
    }

    /** Who waits for whom, in words; empty if nobody does. */
    synchronized List<String> troubles() {
        List<String> all = new ArrayList<>();
        for (PlanFile file : waiting) {
            PlanFile holder = holders.get(file.name());
            if (holder != null) {
                all.add("configuration of queue pair " + file.name() + ": " + clash(file, holder));
            }
        }
        return all;
    }

    private static String clash(PlanFile file, PlanFile holder) {
        return file.id()
                + ": another file, "
                + holder.id()
                + ", has a queue pair of this name; choose another name";
    }
}
