// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.LinkQuery;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.PairStruct;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.jna.verbs.direct.DirectQueue;
import org.rdmaagent.jna.verbs.direct.DirectReceives;
import org.rdmaagent.spi.mlx4.QpLayout;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpInit;

/**
 * Takes completion queues and receive queues over from the library, for good. Nobody consumes or
 * posts meanwhile: the library's admission lock is held, and there is no port, or it is halted.
 */
final class DirectTakeover {
    private static final String POLL = "ibv_poll_cq";
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64");

    private DirectTakeover() {}

    /**
     * Of a completion queue with the receive queues that report to it; all of them or nothing.
     *
     * @param maker asks for its layout
     * @throws RdmaException EOPNOTSUPP, with what hinders it
     */
    static DirectQueue of(NativeCq cq, Supplier<DirectQueue> maker) {
        requireArchitecture(cq);
        for (NativeObject user : cq.users()) {
            if (!(user instanceof NativeQp pair)) {
                throw impossible(cq, user.kind().shortName() + " " + user.name() + " uses it");
            }
            requireFit(POLL, cq, pair.init(), pair.queues(), "queue pair " + pair.name());
        }
        DirectQueue queue = maker.get();
        Map<NativeQp, DirectReceives> taken = new LinkedHashMap<>();
        for (NativeObject user : cq.users()) {
            if (user instanceof NativeQp pair) {
                DirectReceives receives = receives(pair, queue);
                if (receives != null) {
                    taken.put(pair, receives);
                }
            }
        }
        taken.forEach(NativeQp::own);
        return queue;
    }

    /** Memory is ordered strictly there, and doorbells need no barrier that Java has not. */
    private static void requireArchitecture(NativeCq cq) {
        String architecture = System.getProperty("os.arch", "");
        if (!ARCHITECTURES.contains(architecture)) {
            throw impossible(
                    cq,
                    "that is for x86-64, this machine is "
                            + architecture
                            + ", whose barriers for devices Java does not have");
        }
    }

    /**
     * Only receives may report to it, of queue pairs that have a receive queue of their own.
     *
     * @throws RdmaException EOPNOTSUPP
     */
    static void requireFit(String call, NativeCq cq, QpInit init, QpQueues queues, String pair) {
        String hindrance = "";
        if (queues.send() == cq) {
            hindrance = "sends of " + pair + " report to it: give them a queue of their own";
        } else if (queues.shared() != null) {
            hindrance = pair + " takes its receives from a shared receive queue";
        } else if (init.capabilities().maxRecvWr() == 0) {
            hindrance = pair + " has no receive queue of its own";
        }
        if (!hindrance.isEmpty()) {
            throw VerbsFailure.of(
                    call,
                    VerbsFailure.EOPNOTSUPP,
                    cq.subject(),
                    "it cannot be read directly: " + hindrance);
        }
    }

    private static RdmaException impossible(NativeCq cq, String why) {
        return cq.failed(POLL, VerbsFailure.EOPNOTSUPP, "it cannot be read directly: " + why);
    }

    /** The receive queue of one pair; null if nothing was posted to it. */
    static @Nullable DirectReceives receives(NativeQp pair, DirectQueue queue) {
        QpLayout layout = pair.registry().companion().layoutOfPair(pair.pointer());
        RingMemory ring = pair.ring();
        if (ring == null) {
            if (DirectReceives.everPosted(layout)) {
                throw pair.failed(
                        POLL,
                        VerbsFailure.EOPNOTSUPP,
                        "its receives were posted one by one: give it a receive ring");
            }
            return null;
        }
        try {
            PairStruct struct = new PairStruct(pair.pointer());
            return new DirectReceives(
                    queue,
                    PortMembers.directly(pair, struct),
                    ring,
                    LinkQuery.isEthernet(
                            pair.context().pointer(), pair.context().device(), port(pair)),
                    layout);
        } catch (IllegalArgumentException e) {
            throw pair.failed(POLL, VerbsFailure.EOPNOTSUPP, String.valueOf(e.getMessage()));
        }
    }

    private static int port(NativeQp pair) {
        return pair.query(Set.of(QpAttribute.PORT)).portNum();
    }
}
