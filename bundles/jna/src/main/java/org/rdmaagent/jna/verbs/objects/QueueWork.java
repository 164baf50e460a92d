// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;

/** The requests that can be outstanding and complete on a completion queue. */
final class QueueWork {
    private QueueWork() {}

    /** Of all that is open on it; a shared receive queue counts once. */
    static int of(NativeCq queue) {
        Set<NativeSrq> shared = new HashSet<>();
        long work = 0;
        for (NativeObject user : queue.users()) {
            if (user instanceof NativeQp pair) {
                work += of(pair.init(), pair.queues(), queue, shared);
            } else if (user instanceof NativeWq receives) {
                work += receives.init().maxWr();
            }
        }
        return clamped(work);
    }

    private static long of(QpInit init, QpQueues queues, NativeCq queue, Set<NativeSrq> shared) {
        QpCapabilities sizes = init.capabilities();
        long work = queues.send() == queue ? sizes.maxSendWr() : 0;
        if (queues.receive() != queue) {
            return work;
        }
        NativeSrq from = queues.shared();
        if (from == null) {
            return work + sizes.maxRecvWr();
        }
        return shared.add(from) ? work + from.size() : work;
    }

    /**
     * Refuses one more pair on a queue that is being polled, if there could be more outstanding
     * then than it has entries: it would overrun while its loop is parked.
     */
    static void requireRoom(String call, Origin origin, QpInit init, QpQueues queues) {
        requireRoom(call, origin, init, queues, queues.send());
        if (queues.receive() != queues.send()) {
            requireRoom(call, origin, init, queues, queues.receive());
        }
    }

    private static void requireRoom(
            String call, Origin origin, QpInit init, QpQueues queues, @Nullable NativeCq queue) {
        if (queue != null && queue.polling().direct() != null) {
            DirectTakeover.requireFit(call, origin, queue, init, queues);
        }
        if (queue != null && queue.polling().isOpen()) {
            Set<NativeSrq> shared = new HashSet<>();
            for (NativeObject user : queue.users()) {
                if (user instanceof NativeQp pair && pair.queues().receive() == queue) {
                    NativeSrq from = pair.queues().shared();
                    if (from != null) {
                        shared.add(from);
                    }
                }
            }
            requireRoom(call, origin, queue, of(queue) + of(init, queues, queue, shared));
        }
    }

    /** Refuses so many requests more on a queue that is being polled, if they do not fit it. */
    static void requireRoom(String call, Origin origin, NativeCq queue, long needed) {
        int entries = queue.entries();
        if (needed > entries) {
            throw VerbsFailure.of(
                    call, VerbsFailure.EINVAL, origin.subject(), remedy(queue, needed));
        }
    }

    /** How many entries it needs. */
    static String remedy(NativeCq queue, long needed) {
        return "the completion queue "
                + queue.name()
                + " needs "
                + needed
                + " entries for all requests that can be outstanding, and has "
                + queue.entries()
                + ": resize it, create it larger, or make smaller queue pairs";
    }

    private static int clamped(long work) {
        return (int) Math.min(Integer.MAX_VALUE, work);
    }
}
