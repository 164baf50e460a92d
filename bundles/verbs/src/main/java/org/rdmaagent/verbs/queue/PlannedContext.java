// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.selftest.SelfTests;

/** What plans have made on one context, told from what others have made there. */
final class PlannedContext {
    private final DeviceContext context;
    private final Set<String> pairs = new HashSet<>();
    private final Set<String> queues = new HashSet<>();
    private final Set<String> domains = new HashSet<>();

    /**
     * Compares a context with plans.
     *
     * @param plans all that there are
     */
    PlannedContext(DeviceContext context, Collection<QueuePairPlan> plans) {
        this.context = context;
        for (QueuePairPlan plan : plans) {
            if (context.name().equals(PlanWork.CONTEXT + plan.context())
                    && context.device().equals(plan.port().device())) {
                pairs.add(plan.name());
                queues.addAll(plan.queues().names());
                domains.add(plan.context());
            }
        }
    }

    /** What no plan would make again; empty if there is nothing of the kind. */
    Optional<String> strangers() {
        List<String> found =
                context.objects().stream()
                        .filter(object -> !isPlanned(object))
                        .map(VerbsObject::toString)
                        .toList();
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        String.join(", ", found)
                                + ": no file without mistakes asks for that, so nobody would make"
                                + " it anew; correct the file, or close it first");
    }

    /** The queue pairs that plans have made. */
    List<String> pairs() {
        return context.objects().stream()
                .filter(QueuePair.class::isInstance)
                .map(VerbsObject::name)
                .filter(pairs::contains)
                .toList();
    }

    private boolean isPlanned(VerbsObject object) {
        String name = object.name();
        return name.startsWith(SelfTests.CONTEXT)
                || switch (object.kind()) {
                    case QUEUE_PAIR, MEMORY_REGION -> pairs.contains(name);
                    case COMPLETION_QUEUE, COMPLETION_CHANNEL -> queues.contains(name);
                    case PROTECTION_DOMAIN -> domains.contains(name);
                    default -> false;
                };
    }
}
