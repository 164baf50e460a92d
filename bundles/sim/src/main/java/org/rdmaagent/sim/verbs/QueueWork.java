// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.verbs.QpCapabilities;

/** How many completions a queue may have to take. The world's lock is held. */
final class QueueWork {
    private QueueWork() {}

    /** The queue as pollers see it. */
    static PolledQueue describe(SimulatedCq cq) {
        return new PolledQueue(
                cq.home().device(),
                cq.home().name(),
                cq.name(),
                cq.identity(),
                cq.cqe(),
                (int) Math.min(Integer.MAX_VALUE, of(cq)),
                cq.channel().isPresent());
    }

    /** The most requests that can be outstanding. */
    static long of(SimulatedCq cq) {
        long sum = 0;
        Set<SimulatedSrq> shared = Collections.newSetFromMap(new IdentityHashMap<>());
        for (SimulatedObject user : cq.users()) {
            if (user instanceof SimulatedQp qp) {
                sum += of(cq, qp.core().queues(), qp.core().init().capabilities(), shared);
            } else if (user instanceof SimulatedWq wq) {
                sum += wq.init().maxWr();
            }
        }
        return sum;
    }

    private static long of(
            SimulatedCq cq, QpQueues queues, QpCapabilities sizes, Set<SimulatedSrq> shared) {
        long sum = queues.sendCq() == cq ? sizes.maxSendWr() : 0;
        SimulatedSrq srq = queues.srq();
        if (queues.recvCq() != cq) {
            return sum;
        }
        if (srq == null) {
            return sum + sizes.maxRecvWr();
        }
        return shared.add(srq) ? sum + srq.queue().maxWr() : sum;
    }

    /** Refuses what would be more than a polled queue has entries. */
    static void requireRoom(String call, String subject, SimulatedCq cq, long more) {
        if (cq.port() != null && of(cq) + more > cq.cqe()) {
            throw tooMuch(call, subject, cq, of(cq) + more);
        }
    }

    /** Refuses a queue pair that would be too much for one of its polled queues. */
    static void requireRoom(String call, String subject, QpQueues queues, QpCapabilities sizes) {
        for (SimulatedCq cq : queues.completionQueues()) {
            SimulatedSrq srq = queues.srq();
            boolean counted =
                    srq != null
                            && cq.users().stream()
                                    .anyMatch(
                                            user ->
                                                    user instanceof SimulatedQp qp
                                                            && qp.core().queues().recvCq() == cq
                                                            && qp.core().queues().srq() == srq);
            Set<SimulatedSrq> shared = Collections.newSetFromMap(new IdentityHashMap<>());
            if (srq != null && counted) {
                shared.add(srq);
            }
            requireRoom(call, subject, cq, of(cq, queues, sizes, shared));
        }
    }

    /** The receive rings whose completions come to a queue. */
    static Set<BufferRing> rings(SimulatedCq cq) {
        Set<BufferRing> rings = Collections.newSetFromMap(new IdentityHashMap<>());
        for (SimulatedObject user : cq.users()) {
            if (user instanceof SimulatedQp qp && qp.core().queues().recvCq() == cq) {
                qp.core().source().ring().ifPresent(rings::add);
            }
        }
        return rings;
    }

    /** Says how many entries it takes. */
    static RuntimeException tooMuch(String call, String subject, SimulatedCq cq, long needed) {
        return Refusal.invalid(
                call,
                subject,
                "the queue "
                        + cq.name()
                        + " has "
                        + cq.cqe()
                        + " entries, its queue pairs may need "
                        + needed
                        + ": make it with so many, or take smaller queue pairs");
    }
}
