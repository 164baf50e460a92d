// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One configuration of {@code org.rdmaagent.verbs.qp}, and the plan that it says. */
public final class PlanFile {
    private static final Logger LOG = LoggerFactory.getLogger(PlanFile.class);

    private final PlannedQueuePairs plans;
    private String name = "";

    /** For these plans. */
    public PlanFile(PlannedQueuePairs plans) {
        this.plans = plans;
    }

    /** It says this now; what cannot be made is told by the health check and in the log. */
    public void read(Map<String, ?> keys) {
        String next = PlanName.of(keys);
        if (!next.equals(name)) {
            remove();
        }
        name = next;
        remark(QueuePairPlan.unknown(keys.keySet()));
        try {
            plans.add(QueuePairPlan.of(name, keys));
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            LOG.error("org.rdmaagent.verbs.qp-{}.cfg: {}", name, why);
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
            LOG.warn("org.rdmaagent.verbs.qp-{}.cfg: {}", name, remark);
        }
        plans.remark(name, remark);
    }

    /** It is gone. */
    public void remove() {
        plans.end(name);
    }

    /** Its reader stops; the queue pair stays. */
    public void leave() {
        plans.forget(name);
    }
}
