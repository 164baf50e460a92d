// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.event.EventDesk;
import org.rdmaagent.verbs.queue.PlannedQueuePairs;
import org.rdmaagent.verbs.selftest.SelfTests;

/** The health check {@code verbs}: what is held, and what is not as it should be. */
final class VerbsHealth {
    private final List<String> complaints = new ArrayList<>();

    private VerbsHealth() {}

    /** There is a provider. */
    static HealthResult of(Tenure tenure, EventDesk desk, PlannedQueuePairs plans) {
        try {
            return new VerbsHealth().judge(tenure, desk, plans);
        } catch (RuntimeException e) {
            // A provider on its way out may throw anything; health is told by value.
            return new HealthResult(
                    "verbs", HealthGrade.WARN, "what is held cannot be counted: " + e);
        }
    }

    /** There is none, or it makes no objects. */
    static HealthResult without(String refusal, PlannedQueuePairs plans) {
        List<String> complaints = new ArrayList<>(plans.troubles());
        if (!refusal.isEmpty()) {
            complaints.add(0, refusal);
        }
        return complaints.isEmpty()
                ? new HealthResult("verbs", HealthGrade.OK, "no provider, nothing is held")
                : new HealthResult("verbs", HealthGrade.WARN, String.join("; ", complaints));
    }

    private HealthResult judge(Tenure tenure, EventDesk desk, PlannedQueuePairs plans) {
        complaints.addAll(tenure.refusals());
        complaints.addAll(plans.troubles());
        complainOfLeftovers(tenure);
        if (desk.lost() > 0) {
            complaints.add(
                    desk.lost()
                            + " events were lost: a listener holds the others up, see the log for"
                            + " slow or failing bundles");
        }
        String sum = held(tenure.session().handles()) + "; events " + desk.told();
        return complaints.isEmpty()
                ? new HealthResult("verbs", HealthGrade.OK, sum)
                : new HealthResult(
                        "verbs", HealthGrade.WARN, sum + "; " + String.join("; ", complaints));
    }

    private void complainOfLeftovers(Tenure tenure) {
        if (tenure.abandoned() > 0) {
            complaints.add(
                    "contexts that nobody came back for after a replacement and that were closed: "
                            + tenure.abandoned()
                            + "; see the log for their names");
        }
        for (ContextHandle context : tenure.session().handles()) {
            if (context.name().startsWith(SelfTests.CONTEXT) && tenure.selfTests().idle()) {
                complaints.add(
                        context.name()
                                + " could not be closed after a self-test: run it again, or"
                                + " restart the agent");
            }
        }
    }

    private static String held(List<ContextHandle> contexts) {
        Map<ObjectKind, Integer> counts = new EnumMap<>(ObjectKind.class);
        counts.put(ObjectKind.CONTEXT, contexts.size());
        for (ContextHandle context : contexts) {
            for (VerbsHandle handle : context.handles()) {
                counts.merge(handle.kind(), 1, Integer::sum);
            }
        }
        StringBuilder text = new StringBuilder("held:");
        counts.forEach(
                (kind, count) ->
                        text.append(' ').append(kind.shortName()).append(' ').append(count));
        return text.toString();
    }
}
