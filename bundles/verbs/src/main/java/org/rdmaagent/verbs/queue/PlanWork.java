// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

    /** And of those of attempts, which are gone at once. */
    static final String TRIAL = "qp-trial/";

    private static final String BUSY = "EBUSY";
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

    /**
     * Makes it, keeps it, or replaces what was made by another plan of that name.
     *
     * @param asked by the file
     * @param before what was made of the file before; empty if that is not known
     * @param all the plans of all files
     */
    Outcome realize(
            QueuePairPlan asked, Optional<QueuePairPlan> before, Collection<QueuePairPlan> all) {
        QueuePairPlan plan =
                asked.with(asked.queues().shared(asked, all, () -> largestQueue(asked)));
        String name = CONTEXT + plan.context();
        Optional<DeviceContext> present = home(plan.name()).or(() -> find(name));
        try {
            boolean fits =
                    present.filter(context -> context.name().equals(name))
                            .filter(context -> PlannedObjects.fit(context, plan))
                            .filter(context -> sameVector(context, plan, before))
                            .filter(context -> sameQkey(plan, before))
                            .isPresent();
            Optional<String> refusal =
                    fits ? grow(present, plan, asked, before) : clear(present, plan, before);
            return refusal.isPresent()
                    ? new Outcome(Standing.AS_BEFORE, refusal.get())
                    : new Outcome(Standing.AS_ASKED, complete(name, plan));
        } catch (RdmaException e) {
            return new Outcome(Standing.ABSENT, explain(plan, e));
        } catch (IllegalArgumentException e) {
            return new Outcome(Standing.ABSENT, String.valueOf(e.getMessage()));
        }
    }

    /** A queue does not tell its vector; one that is shared keeps the one that it was made with. */
    private static boolean sameVector(
            DeviceContext context, QueuePairPlan plan, Optional<QueuePairPlan> before) {
        return before.filter(made -> made.queues().vector() != plan.queues().vector()).isEmpty()
                || plan.queues().each().stream()
                        .map(queue -> new PlannedQueue(context, queue))
                        .noneMatch(queue -> queue.others(plan.name()).isEmpty());
    }

    /** What it has now may be that of a group: only an edit of the file says another one. */
    private static boolean sameQkey(QueuePairPlan plan, Optional<QueuePairPlan> before) {
        return before.filter(made -> made.qkey() != plan.qkey()).isEmpty();
    }

    private int largestQueue(QueuePairPlan plan) {
        try {
            return library.queryDevice(plan.port().device()).attributes().maxCqe();
        } catch (RdmaException e) {
            // Said when the device is opened.
            return Integer.MAX_VALUE;
        }
    }

    /** Enlarges the queues of a pair that is as asked for; or tells why one stays too small. */
    private Optional<String> grow(
            Optional<DeviceContext> present,
            QueuePairPlan plan,
            QueuePairPlan asked,
            Optional<QueuePairPlan> before) {
        if (present.isEmpty() || present.get().find(QueuePair.class, plan.name()).isEmpty()) {
            return Optional.empty();
        }
        for (QueuePlan each : plan.queues().each()) {
            PlannedQueue queue = new PlannedQueue(present.get(), each);
            try {
                // What others ask for comes with them.
                queue.grow(asked.queues().find(each.name()).orElse(each).entries());
            } catch (RdmaException e) {
                return e.errno().name().equals(BUSY) || !queue.others(plan.name()).isEmpty()
                        ? Optional.of(explain(plan, e))
                        : clear(present, plan, before);
            }
        }
        return Optional.empty();
    }

    /** Takes away what is in the way; or tells why it stays. */
    private Optional<String> clear(
            Optional<DeviceContext> present, QueuePairPlan plan, Optional<QueuePairPlan> before) {
        boolean works = present.filter(context -> works(context, plan.name())).isPresent();
        if (works) {
            Optional<String> refusal =
                    conflict(plan).or(() -> attempt(plan)).or(() -> refused(plan));
            if (refusal.isPresent()) {
                return refusal.map(why -> why + PlannedQueuePairs.NOT_IN_FORCE);
            }
        }
        if (present.isPresent()) {
            // Once the pair is closed nothing else tells which queues it had.
            Set<String> known = before.map(made -> made.queues().names()).orElse(Set.of());
            List<String> failures = end(present.get(), plan.name(), known);
            if (works && !failures.isEmpty()) {
                return Optional.of(held(failures));
            }
        }
        PlanLimits.check(library, plan);
        conflict(plan)
                .ifPresent(
                        why -> {
                            throw new IllegalArgumentException(why);
                        });
        return Optional.empty();
    }

    private Optional<String> conflict(QueuePairPlan plan) {
        return find(CONTEXT + plan.context())
                .flatMap(
                        context ->
                                plan.queues().each().stream()
                                        .map(queue -> new PlannedQueue(context, queue))
                                        .flatMap(queue -> queue.conflict(plan.name()).stream())
                                        .findFirst());
    }

    /** Where the objects of a plan are. */
    record Place(String context, Set<String> queues) {
        /** Where they are unless the file says otherwise. */
        static Place of(String name) {
            return new Place(CONTEXT + name, Set.of(name));
        }
    }

    /** Where the pair of that name is. */
    Optional<Place> place(String name) {
        return home(name)
                .map(context -> new Place(context.name(), PlanEnding.queuesOf(context, name)));
    }

    /**
     * Ends what a plan has made.
     *
     * @return why something is left, to be tried again; empty if nothing is
     */
    Optional<String> end(String name, Place place) {
        List<String> failures =
                find(place.context())
                        .map(context -> end(context, name, place.queues()))
                        .orElse(List.of());
        return failures.isEmpty() ? Optional.empty() : Optional.of(held(failures));
    }

    private static String held(List<String> failures) {
        return "it is to end and cannot yet, trying on: " + String.join("; ", failures);
    }

    private static List<String> end(DeviceContext context, String name, Set<String> known) {
        Set<String> queues = new TreeSet<>(known);
        queues.addAll(PlanEnding.queuesOf(context, name));
        return PlanEnding.of(context, name, queues);
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

    /** Why queues that others use would not take it. */
    private Optional<String> refused(QueuePairPlan plan) {
        try {
            find(CONTEXT + plan.context())
                    .ifPresent(context -> PlannedObjects.requireTaken(context, plan));
            return Optional.empty();
        } catch (RdmaException e) {
            return Optional.of(explain(plan, e));
        }
    }

    private String complete(String name, QueuePairPlan plan) {
        DeviceContext context = session.open(plan.port().device(), name);
        try {
            return PlannedObjects.complete(context, plan);
        } catch (RuntimeException e) {
            List<String> failures = PlanEnding.of(context, plan.name(), plan.queues().names());
            if (!failures.isEmpty()) {
                LOG.warn("{}: what was begun is not closed whole: {}", plan.name(), failures);
            }
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

    /** The context where the pair of a plan is, by whatever plan it was made. */
    private Optional<DeviceContext> home(String pair) {
        return session.contexts().stream()
                .filter(context -> context.name().startsWith(CONTEXT))
                .filter(context -> has(context, pair))
                .findFirst();
    }

    private static boolean has(DeviceContext context, String pair) {
        try {
            return context.find(QueuePair.class, pair).isPresent();
        } catch (RdmaException e) {
            // It is being closed.
            return false;
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
