// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ReceiveRing;

/** The objects of one plan: domain, completion queues, memory, queue pair, ring of receives. */
final class PlannedObjects {
    private PlannedObjects() {}

    /**
     * Whether what is open there was made by this plan, or can still become what it asks for, and
     * lives.
     */
    static boolean fit(DeviceContext context, QueuePairPlan plan) {
        try {
            return fits(context, plan);
        } catch (RdmaException e) {
            // The device is gone or was reset: nothing on the context can be used any more.
            return false;
        }
    }

    private static boolean fits(DeviceContext context, QueuePairPlan plan) {
        if (!context.device().equals(plan.port().device())) {
            return false;
        }
        Optional<QueuePair> pair = context.find(QueuePair.class, plan.name());
        if (pair.isEmpty()) {
            return context.objects().isEmpty();
        }
        return pair.get().init().type() == plan.init().type()
                && atLeast(pair.get().init().capabilities(), plan.init().capabilities())
                && sameQueues(context, pair.get(), plan.queues())
                && sameRing(context, pair.get(), plan)
                && sameAddress(pair.get(), plan);
    }

    /** Sizes are granted as asked for, or larger. */
    private static boolean atLeast(QpCapabilities granted, QpCapabilities asked) {
        return granted.maxSendWr() >= asked.maxSendWr()
                && granted.maxRecvWr() >= asked.maxRecvWr()
                && granted.maxSendSge() >= asked.maxSendSge()
                && granted.maxRecvSge() >= asked.maxRecvSge()
                && granted.maxInlineData() >= asked.maxInlineData();
    }

    private static boolean sameQueues(DeviceContext context, QueuePair pair, PlanQueues queues) {
        return new PlannedQueue(context, queues.receives()).is(pair.receiveQueue())
                && new PlannedQueue(context, queues.sends()).is(pair.sendQueue());
    }

    private static boolean sameRing(DeviceContext context, QueuePair pair, QueuePairPlan plan) {
        Optional<ReceiveRing> ring = pair.receiveRing();
        if (plan.receiveBytes() == 0) {
            return ring.isEmpty();
        }
        return ring.filter(there -> there.region().equals(plan.name()))
                        .filter(there -> there.bytesEach() == plan.bufferBytes())
                        .filter(there -> there.buffers() >= plan.init().capabilities().maxRecvWr())
                        .isPresent()
                && context.find(MemoryRegion.class, plan.name()).isPresent();
    }

    /** Without the Q_Key: a multicast group that it is a member of gives it its own. */
    private static boolean sameAddress(QueuePair pair, QueuePairPlan plan) {
        QpAttributes now =
                pair.query(Set.of(QpAttribute.STATE, QpAttribute.PORT, QpAttribute.PKEY_INDEX));
        return now.qpState() == QpState.RESET
                || (now.portNum() == plan.port().port() && now.pkeyIndex() == plan.pkeyIndex());
    }

    /**
     * Makes what is missing and brings it as far as it gets alone.
     *
     * @return what is wrong with a pair that was there before; empty if nothing
     */
    static String complete(DeviceContext context, QueuePairPlan plan) {
        Optional<QueuePair> found = context.find(QueuePair.class, plan.name());
        QueuePair pair = found.orElseGet(() -> make(context, plan));
        QpState state = pair.state();
        return switch (state) {
            case RESET -> {
                bringUp(context, pair, plan);
                yield "";
            }
            case ERR, SQE ->
                    "it is in state "
                            + state
                            + ": a request of it failed; remove its file and put it back to make"
                            + " it anew";
            default -> "";
        };
    }

    /**
     * Queues that others use stay as they are when a pair is made anew: before the present one ends
     * it is known that they take the next.
     *
     * @param context where it is to be
     * @throws RdmaException why one of them does not
     */
    static void requireTaken(DeviceContext context, QueuePairPlan plan) {
        List<QueuePlan> shared =
                plan.queues().each().stream()
                        .filter(each -> isShared(new PlannedQueue(context, each), plan))
                        .toList();
        Optional<ProtectionDomain> domain = context.find(ProtectionDomain.class, plan.context());
        if (!shared.isEmpty() && domain.isPresent()) {
            TrialPair trial = new TrialPair(context, domain.get(), plan);
            QpCapabilities granted = trial.granted();
            trial.requireTaken();
            for (QueuePlan each : shared) {
                new PlannedQueue(context, each)
                        .growFor(plan.name(), plan.queues().work(each.name(), granted));
            }
        }
    }

    private static boolean isShared(PlannedQueue queue, QueuePairPlan plan) {
        return !queue.others(plan.name()).isEmpty();
    }

    private static QueuePair make(DeviceContext context, QueuePairPlan plan) {
        ProtectionDomain domain =
                context.find(ProtectionDomain.class, plan.context())
                        .orElseGet(() -> context.allocateProtectionDomain(plan.context()));
        TrialPair trial = new TrialPair(context, domain, plan);
        QpCapabilities granted = trial.granted();
        // Before the memory: a queue that cannot grow is asked again each time, for little then.
        CompletionQueue receives = queue(context, plan, plan.queues().receives(), trial, granted);
        CompletionQueue sends =
                plan.queues().areOne()
                        ? receives
                        : queue(context, plan, plan.queues().sends(), trial, granted);
        if (plan.receiveBytes() > 0) {
            MemoryRegion unused = memory(context, domain, plan);
        }
        return domain.createQueuePair(plan.name(), plan.init(), sends, receives, null);
    }

    private static CompletionQueue queue(
            DeviceContext context,
            QueuePairPlan plan,
            QueuePlan queue,
            TrialPair trial,
            QpCapabilities granted) {
        try {
            return new PlannedQueue(context, queue).with(plan.queues().work(queue.name(), granted));
        } catch (RdmaException e) {
            trial.requireTaken(e);
            throw e;
        }
    }

    private static MemoryRegion memory(
            DeviceContext context, ProtectionDomain domain, QueuePairPlan plan) {
        // One that a pair before has left may have another size.
        context.find(MemoryRegion.class, plan.name()).ifPresent(MemoryRegion::close);
        return domain.registerMemory(plan.name(), plan.ringBytes(), Set.of(AccessFlag.LOCAL_WRITE));
    }

    /**
     * A datagram pair is ready then; a connected one waits in INIT for its other end. The ring is
     * posted before anything can arrive.
     */
    private static void bringUp(DeviceContext context, QueuePair pair, QueuePairPlan plan) {
        var init =
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(plan.pkeyIndex())
                        .portNum(plan.port().port());
        if (plan.init().type() != QpType.UD) {
            pair.modify(init.qpAccessFlags(Set.of()).build());
            postRing(context, pair, plan);
            return;
        }
        pair.modify(init.qkey(plan.qkey()).build());
        postRing(context, pair, plan);
        pair.modify(QpAttributes.ofState(QpState.RTR));
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
    }

    private static void postRing(DeviceContext context, QueuePair pair, QueuePairPlan plan) {
        if (plan.receiveBytes() > 0 && pair.receiveRing().isEmpty()) {
            MemoryRegion memory = context.find(MemoryRegion.class, plan.name()).orElseThrow();
            ReceiveRing unused = pair.postReceiveRing(memory, plan.bufferBytes());
        }
    }
}
