// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.object.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plans of all files, and what has become of them. Each has a context of its own, {@code
 * qp/NAME}, so that its end takes everything along, unless it names one to share with others. Plans
 * come and go on any thread; {@link #doWork} is called by one.
 */
public final class PlannedQueuePairs {
    /** The end of a text about an edit that cannot be, of the file of a queue pair that works. */
    static final String NOT_IN_FORCE =
            "; the edit is not in force and the queue pair runs on as before: correct the file, or"
                    + " remove it and put it back to make the queue pair anew";

    private static final Logger LOG = LoggerFactory.getLogger(PlannedQueuePairs.class);

    private final PlanClaims claims = new PlanClaims(this);
    private final Map<String, QueuePairPlan> plans = new TreeMap<>();
    private final Map<String, QueuePairPlan> made = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private final Map<String, String> remarks = new TreeMap<>();
    private final Map<String, String> troubles = new TreeMap<>();
    private final Map<String, PlanWork.Place> ended = new TreeMap<>();

    /** Which file has which name. */
    PlanClaims claims() {
        return claims;
    }

    /** The file that has the name asks for one; what it says last counts. */
    synchronized void add(QueuePairPlan plan) {
        if (!plan.equals(plans.put(plan.name(), plan))) {
            troubles.remove(plan.name());
        }
        refused.remove(plan.name());
        ended.remove(plan.name());
    }

    /** A file has the name of one that is gone: the queue pair of that one ends first. */
    synchronized void succeed(QueuePairPlan plan) {
        plans.put(plan.name(), plan);
    }

    /** The file is gone: the queue pair goes, too. */
    synchronized void end(String name) {
        if (plans.containsKey(name) || refused.containsKey(name)) {
            ended.put(name, PlanWork.Place.of(name));
        }
        forget(name);
    }

    /** Its bundle stops: the queue pair stays for the next one. */
    synchronized void forget(String name) {
        plans.remove(name);
        made.remove(name);
        refused.remove(name);
        remarks.remove(name);
        troubles.remove(name);
    }

    /**
     * A file that says nothing that could be made. A queue pair that is there stays as it was made;
     * one that is not there is not tried any more.
     */
    synchronized void refuse(String name, String why) {
        QueuePairPlan present = made.get(name);
        if (present == null) {
            plans.remove(name);
        } else {
            plans.put(name, present);
        }
        troubles.remove(name);
        refused.put(name, present == null ? why : why + NOT_IN_FORCE);
    }

    /** Something to tell about a file that does not hinder it; empty if there is nothing. */
    synchronized void remark(String name, String what) {
        if (what.isEmpty()) {
            remarks.remove(name);
        } else {
            remarks.put(name, what);
        }
    }

    /** What is not as the files want it, in words; empty if all is well. */
    public List<String> troubles() {
        // Without the own lock: the claims' comes first.
        List<String> all = new ArrayList<>(claims.troubles());
        addTroubles(all);
        return all;
    }

    private synchronized void addTroubles(List<String> all) {
        refused.forEach((name, why) -> all.add("configuration of queue pair " + name + ": " + why));
        remarks.forEach(
                (name, what) -> all.add("configuration of queue pair " + name + ": " + what));
        troubles.forEach((name, why) -> all.add("queue pair " + name + ": " + why));
    }

    /** Whether a context is one of plans, by its name. */
    public static boolean isPlanned(String context) {
        return context.startsWith(PlanWork.CONTEXT) || context.startsWith(PlanWork.TRIAL);
    }

    /** Why what is open on a context of plans would not be made anew by them; empty if it would. */
    public synchronized Optional<String> objection(DeviceContext context) {
        if (context.name().startsWith(PlanWork.TRIAL)) {
            return Optional.empty();
        }
        PlannedContext planned = new PlannedContext(context, plans.values());
        return planned.strangers()
                .or(
                        () ->
                                planned.pairs().stream()
                                        .filter(
                                                name ->
                                                        !Optional.ofNullable(plans.get(name))
                                                                .equals(made(name)))
                                        .findFirst()
                                        .map(
                                                name ->
                                                        "queue pair "
                                                                + name
                                                                + " is not as its file asks:"
                                                                + " correct the file first, the"
                                                                + " health check says what is"
                                                                + " wrong"));
    }

    /** What is not as the files want it of these queue pairs, in words. */
    public synchronized List<String> troubles(Collection<String> names) {
        return names.stream()
                .filter(troubles::containsKey)
                .map(name -> "queue pair " + name + ": " + troubles.get(name))
                .toList();
    }

    /** The same with nothing held. */
    void doWork(VerbsLibrary library, Session session) {
        doWork(library, session, Set.of());
    }

    /**
     * Makes what is missing, ends what nobody asks for any more. Never throws.
     *
     * @param held the names of contexts on which nothing is to be made now
     */
    public void doWork(VerbsLibrary library, Session session, Set<String> held) {
        PlanWork work = new PlanWork(library, session);
        endings().forEach((name, place) -> end(work, name, place));
        // What an earlier bundle made of a file that is wrong now stays, as here.
        for (DeviceContext context : session.unclaimed()) {
            if (isRefused(work, context.name())) {
                DeviceContext unused = session.open(context.device(), context.name());
            }
        }
        List<QueuePairPlan> wanted = wanted();
        for (QueuePairPlan plan : wanted) {
            if (held.contains(PlanWork.CONTEXT + plan.context())) {
                continue;
            }
            note(plan, work.realize(plan, made(plan.name()), wanted));
        }
    }

    private void end(PlanWork work, String name, PlanWork.Place guess) {
        // Once the pair is closed nothing tells where the rest is.
        PlanWork.Place place = work.place(name).orElse(guess);
        Optional<String> trouble = work.end(name, place);
        synchronized (this) {
            if (!ended.containsKey(name)) {
                // Its file is back.
                return;
            }
            if (trouble.isEmpty()) {
                ended.remove(name);
                troubles.remove(name);
                return;
            }
            ended.put(name, place);
            if (!trouble.get().equals(troubles.put(name, trouble.get()))) {
                LOG.warn("Queue pair {}: {}", name, trouble.get());
            }
        }
    }

    private synchronized List<QueuePairPlan> wanted() {
        return List.copyOf(plans.values());
    }

    private synchronized Map<String, PlanWork.Place> endings() {
        return Map.copyOf(ended);
    }

    private synchronized Optional<QueuePairPlan> made(String name) {
        return Optional.ofNullable(made.get(name));
    }

    private synchronized boolean isRefused(PlanWork work, String context) {
        return refused.keySet().stream()
                .map(name -> work.place(name).orElse(PlanWork.Place.of(name)))
                .anyMatch(place -> place.context().equals(context));
    }

    private synchronized void note(QueuePairPlan plan, PlanWork.Outcome outcome) {
        String name = plan.name();
        String trouble = outcome.trouble();
        boolean wanted = plan.equals(plans.get(name));
        boolean news =
                switch (outcome.standing()) {
                    case AS_ASKED -> wanted && !plan.equals(made.put(name, plan));
                    case AS_BEFORE -> false;
                    case ABSENT -> made.remove(name) != null;
                };
        if (!wanted) {
            // The file was read anew meanwhile; what was tried says nothing about it.
            return;
        }
        if (!trouble.isEmpty()) {
            if (!trouble.equals(troubles.put(name, trouble))) {
                LOG.warn("Queue pair {} is not as its file asks, trying on: {}", name, trouble);
            }
        } else if (troubles.remove(name) != null || news) {
            LOG.info("Queue pair {} is there now", name);
        }
    }
}
