// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.Optional;
import java.util.Set;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;

/** The objects of one plan: domain, completion queue, queue pair. */
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
                && pair.get()
                        .receiveQueue()
                        .filter(queue -> queue.name().equals(plan.completionQueue()))
                        .filter(queue -> queue.capacity() >= plan.completionEntries())
                        .isPresent()
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

    private static boolean sameAddress(QueuePair pair, QueuePairPlan plan) {
        QpAttributes now =
                pair.query(
                        Set.of(
                                QpAttribute.STATE,
                                QpAttribute.PORT,
                                QpAttribute.PKEY_INDEX,
                                QpAttribute.QKEY));
        return now.qpState() == QpState.RESET
                || (now.portNum() == plan.port().port()
                        && now.pkeyIndex() == plan.pkeyIndex()
                        && (plan.init().type() != QpType.UD || now.qkey() == plan.qkey()));
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
                bringUp(pair, plan);
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

    private static QueuePair make(DeviceContext context, QueuePairPlan plan) {
        ProtectionDomain domain = context.allocateProtectionDomain(plan.name());
        CompletionQueue queue =
                context.createCompletionQueue(
                        plan.completionQueue(), plan.completionEntries(), null, 0);
        return domain.createQueuePair(plan.name(), plan.init(), queue, queue, null);
    }

    /** A datagram pair is ready then; a connected one waits in INIT for its other end. */
    private static void bringUp(QueuePair pair, QueuePairPlan plan) {
        var init =
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(plan.pkeyIndex())
                        .portNum(plan.port().port());
        if (plan.init().type() != QpType.UD) {
            pair.modify(init.qpAccessFlags(Set.of()).build());
            return;
        }
        pair.modify(init.qkey(plan.qkey()).build());
        pair.modify(QpAttributes.ofState(QpState.RTR));
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
    }
}
