// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.object.ClosingAll;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.selftest.SelfTests;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes of a plan what can be made, and destroys nothing that works for what cannot. */
final class PlanWork {
    /** How the names of the contexts begin. */
    static final String CONTEXT = "qp/";

    private static final String TRIAL = "qp-trial/";
    private static final Logger LOG = LoggerFactory.getLogger(PlanWork.class);

    private final VerbsLibrary library;
    private final Session session;

    PlanWork(VerbsLibrary library, Session session) {
        this.library = library;
        this.session = session;
    }

    /** Which queue pair there is afterwards. */
    enum Standing {
        AS_ASKED,
        AS_BEFORE,
        ABSENT
    }

    /**
     * What has become of a plan.
     *
     * @param standing which queue pair there is
     * @param trouble what is not as the plan wants it; empty if nothing
     */
    record Outcome(Standing standing, String trouble) {}

    /** Makes it, keeps it, or replaces what was made by another plan of that name. */
    Outcome realize(QueuePairPlan plan) {
        Optional<DeviceContext> present = find(CONTEXT + plan.name());
        try {
            if (present.filter(context -> PlannedObjects.fit(context, plan)).isEmpty()) {
                Optional<String> refusal = clear(present, plan);
                if (refusal.isPresent()) {
                    return new Outcome(Standing.AS_BEFORE, refusal.get());
                }
            }
            return new Outcome(Standing.AS_ASKED, complete(CONTEXT + plan.name(), plan));
        } catch (RdmaException e) {
            return new Outcome(Standing.ABSENT, explain(plan, e));
        } catch (IllegalArgumentException e) {
            return new Outcome(Standing.ABSENT, String.valueOf(e.getMessage()));
        }
    }

    /** Takes away what is in the way; or tells why it stays. */
    private Optional<String> clear(Optional<DeviceContext> present, QueuePairPlan plan) {
        boolean works = present.filter(context -> works(context, plan.name())).isPresent();
        if (works) {
            Optional<String> refusal = attempt(plan);
            if (refusal.isPresent()) {
                return refusal.map(why -> why + PlannedQueuePairs.NOT_IN_FORCE);
            }
        }
        present.ifPresent(PlanWork::closeAll);
        PlanLimits.check(library, plan);
        return Optional.empty();
    }

    private static boolean works(DeviceContext context, String name) {
        try {
            return context.find(QueuePair.class, name).map(QueuePair::state).isPresent();
        } catch (RdmaException e) {
            // The device is gone or was reset.
            return false;
        }
    }

    /** Makes it beside the present one, for a moment; why that fails, empty if it does not. */
    private Optional<String> attempt(QueuePairPlan plan) {
        String name = TRIAL + plan.name();
        // What an attempt before could not close would be in the way.
        find(name).ifPresent(PlanWork::closeAll);
        try {
            PlanLimits.check(library, plan);
            String unused = complete(name, plan.named(SelfTests.CONTEXT + plan.name()));
            return Optional.empty();
        } catch (RdmaException e) {
            return Optional.of(explain(plan, e));
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } finally {
            find(name).ifPresent(PlanWork::closeAll);
        }
    }

    private String complete(String name, QueuePairPlan plan) {
        DeviceContext context = session.open(plan.port().device(), name);
        try {
            return PlannedObjects.complete(context, plan);
        } catch (RuntimeException e) {
            closeAll(context);
            throw e;
        }
    }

    private String explain(QueuePairPlan plan, RdmaException refusal) {
        try {
            return PlanLimits.explain(library, plan, refusal);
        } catch (RdmaException e) {
            // The device went meanwhile: it tells no limits.
            return String.valueOf(refusal.getMessage());
        }
    }

    private Optional<DeviceContext> find(String name) {
        return session.contexts().stream()
                .filter(context -> context.name().equals(name))
                .findFirst();
    }

    static void closeAll(DeviceContext context) {
        List<String> failures = ClosingAll.of(context);
        if (!failures.isEmpty()) {
            LOG.warn("{} could not be closed whole: {}", context.name(), failures);
        }
    }
}
