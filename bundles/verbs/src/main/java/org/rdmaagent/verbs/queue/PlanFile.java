// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One configuration of {@code org.rdmaagent.verbs.qp}, and the plan that it says. Its fields are
 * guarded by the lock of the claims.
 */
public final class PlanFile {
    private static final Logger LOG = LoggerFactory.getLogger(PlanFile.class);

    private final PlannedQueuePairs plans;
    private String name = "";
    private String id = "";
    private Map<String, ?> keys = Map.of();

    /** For these plans. */
    public PlanFile(PlannedQueuePairs plans) {
        this.plans = plans;
    }

    /**
     * It says this now; what cannot be made is told by the health check and in the log. Where
     * another file has its name, it waits until that one goes.
     */
    public void read(Map<String, ?> given) {
        plans.claims().read(this, given);
    }

    /** It is gone. */
    public void remove() {
        plans.claims().remove(this);
    }

    /** Its reader stops; the queue pair stays. */
    public void leave() {
        plans.claims().leave(this);
    }

    /** The name of its queue pair; empty before it was read. */
    String name() {
        return name;
    }

    /** Its own name, whatever that of its queue pair is. */
    String id() {
        return id;
    }

    /** For now, or for when it has its name. */
    void keep(Map<String, ?> given) {
        name = PlanName.of(given);
        id = PlanName.file(given);
        keys = Map.copyOf(given);
    }

    /** It has its name: what it says counts. */
    void apply(Consumer<QueuePairPlan> asks) {
        remark(QueuePairPlan.unknown(keys.keySet()));
        try {
            asks.accept(QueuePairPlan.of(name, keys));
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            LOG.error("Configuration {} of queue pair {}: {}", id, name, why);
            plans.refuse(name, why);
        }
    }

    private void remark(Set<String> unknown) {
        String remark =
                unknown.isEmpty()
                        ? ""
                        : "unknown keys, passed over: "
                                + String.join(", ", unknown)
                                + "; correct or remove them";
        if (!remark.isEmpty()) {
            LOG.warn("Configuration {} of queue pair {}: {}", id, name, remark);
        }
        plans.remark(name, remark);
    }
}
