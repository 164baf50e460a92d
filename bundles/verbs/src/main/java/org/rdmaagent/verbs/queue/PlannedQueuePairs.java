// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.object.ClosingAll;
import org.rdmaagent.verbs.object.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plans of all files, and what has become of them. Each has a context of its own, {@code
 * qp/NAME}, so that its end takes everything along. Plans come and go on any thread; {@link
 * #doWork} is called by one.
 */
public final class PlannedQueuePairs {
    private static final String CONTEXT = "qp/";
    private static final Logger LOG = LoggerFactory.getLogger(PlannedQueuePairs.class);

    private final Map<String, QueuePairPlan> plans = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private final Map<String, String> troubles = new TreeMap<>();
    private final TreeSet<String> ended = new TreeSet<>();

    /** A file asks for one; the last file of a name counts. */
    public synchronized void add(QueuePairPlan plan) {
        plans.put(plan.name(), plan);
        refused.remove(plan.name());
        ended.remove(plan.name());
    }

    /** The file is gone: the queue pair goes, too. */
    public synchronized void end(String name) {
        if (plans.remove(name) != null) {
            ended.add(name);
        }
        refused.remove(name);
        troubles.remove(name);
    }

    /** Its bundle stops: the queue pair stays for the next one. */
    public synchronized void forget(String name) {
        plans.remove(name);
        refused.remove(name);
        troubles.remove(name);
    }

    /** A file that says nothing that could be made; what it said before stays. */
    public synchronized void refuse(String name, String why) {
        refused.put(name, why);
    }

    /** What is not as the files want it, in words; empty if all is well. */
    public synchronized List<String> troubles() {
        List<String> all = new ArrayList<>();
        refused.forEach((name, why) -> all.add("configuration of queue pair " + name + ": " + why));
        troubles.forEach((name, why) -> all.add("queue pair " + name + ": " + why));
        return all;
    }

    /** Makes what is missing, ends what nobody asks for any more. Never throws. */
    public void doWork(Session session) {
        for (DeviceContext context : session.contexts()) {
            if (isEnded(context.name())) {
                closeAll(context);
            }
        }
        for (QueuePairPlan plan : wanted()) {
            note(plan.name(), realize(session, plan));
        }
    }

    private synchronized List<QueuePairPlan> wanted() {
        return List.copyOf(plans.values());
    }

    private synchronized boolean isEnded(String context) {
        return context.startsWith(CONTEXT) && ended.contains(context.substring(CONTEXT.length()));
    }

    /** What is wrong with it; empty if it is there. */
    private static String realize(Session session, QueuePairPlan plan) {
        String name = CONTEXT + plan.name();
        try {
            // What was made by another plan of that name, on another device even, goes first.
            session.contexts().stream()
                    .filter(context -> context.name().equals(name))
                    .filter(context -> !PlannedObjects.fit(context, plan))
                    .forEach(PlannedQueuePairs::closeAll);
            DeviceContext context = session.open(plan.port().device(), name);
            try {
                return PlannedObjects.complete(context, plan);
            } catch (RuntimeException e) {
                closeAll(context);
                throw e;
            }
        } catch (RdmaException | IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void closeAll(DeviceContext context) {
        List<String> failures = ClosingAll.of(context);
        if (!failures.isEmpty()) {
            LOG.warn("{} could not be closed whole: {}", context.name(), failures);
        }
    }

    private synchronized void note(String name, String trouble) {
        if (trouble.isEmpty() || !plans.containsKey(name)) {
            if (troubles.remove(name) != null) {
                LOG.info("Queue pair {} is there now", name);
            }
        } else if (!trouble.equals(troubles.put(name, trouble))) {
            LOG.warn("Queue pair {} cannot be made, trying on: {}", name, trouble);
        }
    }
}
