// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.selftest.SelfTests;

/** A queue pair as a plan asks for it, made to hear what is said to that, and gone at once. */
final class TrialPair {
    private static final String UNSUPPORTED = "EOPNOTSUPP";

    private final DeviceContext context;
    private final ProtectionDomain domain;
    private final QueuePairPlan plan;
    private final String name;

    TrialPair(DeviceContext context, ProtectionDomain domain, QueuePairPlan plan) {
        this.context = context;
        this.domain = domain;
        this.plan = plan;
        this.name = SelfTests.CONTEXT + plan.name();
    }

    /**
     * What the driver grants, told on a queue of its own: a queue pair must not come to a queue
     * that is too small for it.
     */
    QpCapabilities granted() {
        closeLeft();
        try (CompletionQueue queue = spare();
                QueuePair pair = domain.createQueuePair(name, plan.init(), queue, queue, null)) {
            return pair.init().capabilities();
        } catch (RdmaException e) {
            throw ofThePlan(e);
        }
    }

    /**
     * A queue that a loop reads directly neither grows nor takes sends. Where those that are there
     * would not take the pair however large they were, that is what has to be corrected.
     *
     * @param small why one of them does not grow
     * @throws RdmaException EOPNOTSUPP as the pair would be refused
     */
    void requireTaken(RdmaException small) {
        if (isUnsupported(small)) {
            requireTaken();
        }
    }

    /**
     * Those that are there would take the pair, were they large enough.
     *
     * @throws RdmaException EOPNOTSUPP as the pair would be refused
     */
    void requireTaken() {
        try (CompletionQueue spare = spare()) {
            CompletionQueue sends = present(plan.queues().sends(), spare);
            CompletionQueue receives = present(plan.queues().receives(), spare);
            domain.createQueuePair(name, plan.init(), sends, receives, null).close();
        } catch (RdmaException e) {
            if (isUnsupported(e)) {
                throw ofThePlan(e);
            }
        }
    }

    private static boolean isUnsupported(RdmaException refusal) {
        return refusal.errno().name().equals(UNSUPPORTED);
    }

    /** Nobody knows the name of what is gone at once. */
    private RdmaException ofThePlan(RdmaException e) {
        String subject = e.subject().replace(name, plan.name());
        return new RdmaException(e.call(), e.errno(), subject, e.remedy());
    }

    private CompletionQueue spare() {
        return context.createCompletionQueue(name, 1, null, 0);
    }

    private CompletionQueue present(QueuePlan queue, CompletionQueue spare) {
        return context.find(CompletionQueue.class, queue.name()).orElse(spare);
    }

    /** A loop may not have let go of one. */
    private void closeLeft() {
        context.find(QueuePair.class, name).ifPresent(QueuePair::close);
        context.find(CompletionQueue.class, name).ifPresent(CompletionQueue::close);
    }
}
