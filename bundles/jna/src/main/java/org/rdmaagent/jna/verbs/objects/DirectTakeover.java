// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
 * posts meanwhile: the library's admission lock is held, there is no port, or it is halted, and
 * nobody posts by hand ({@link DirectOwnership}).
 */
final class DirectTakeover {
    /** Stands for a call: of what is refused here the library was not asked. */
    static final String READ = "read directly";

    /** The key that an operator has for what hinders. */
    private static final String FILE = " in the file of the queue pair)";

    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64");

    private DirectTakeover() {}

    /**
     * Of a completion queue with the receive queues that report to it; all of them or nothing.
     *
     * @param maker asks for its layout
     * @throws RdmaException EOPNOTSUPP, with what hinders it; EBADF if somebody closes a pair
     */
    static DirectQueue of(NativeCq cq, Supplier<DirectQueue> maker) {
        requireArchitecture(cq);
        List<NativeQp> pairs = new ArrayList<>();
        for (NativeObject user : cq.users()) {
            pairs.add(fitting(cq, user));
        }
        // Nobody closes one of them meanwhile.
        return NativeObject.withAll(READ, pairs, () -> take(pairs, maker));
    }

    private static NativeQp fitting(NativeCq cq, NativeObject user) {
        if (!(user instanceof NativeQp pair)) {
            throw impossible(
                    cq,
                    user.kind().shortName()
                            + " "
                            + user.name()
                            + " reports to it: create that with another queue");
        }
        String hindrance = hindrance(cq, pair.init(), pair.queues(), "queue pair " + pair.name());
        if (!hindrance.isEmpty()) {
            throw impossible(cq, hindrance);
        }
        return pair;
    }

    private static DirectQueue take(List<NativeQp> pairs, Supplier<DirectQueue> maker) {
        DirectQueue queue = maker.get();
        Map<NativeQp, DirectReceives> taken = new LinkedHashMap<>();
        for (NativeQp pair : pairs) {
            DirectReceives receives = receives(pair, queue);
            if (receives != null) {
                taken.put(pair, receives);
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
                            + ", whose barriers for devices Java does not have"
                            + Remedy.OTHER_WAY);
        }
    }

    /**
     * What keeps a queue from being read directly: only receives may report to it, of queue pairs
     * that have a receive queue of their own.
     *
     * @param pair what the text calls the queue pair
     * @return with what to do about it; empty if nothing does
     */
    private static String hindrance(NativeCq cq, QpInit init, QpQueues queues, String pair) {
        if (queues.send() == cq) {
            return "sends of "
                    + pair
                    + " report to it: give them a queue of their own (sendCompletionQueue"
                    + FILE;
        }
        if (queues.shared() != null) {
            return pair
                    + " takes its receives from a shared receive queue: create it with a receive"
                    + " queue of its own";
        }
        if (init.capabilities().maxRecvWr() == 0) {
            return pair + " has no receive queue of its own: create it with one (maxRecvWr" + FILE;
        }
        return "";
    }

    /**
     * Refuses one more queue pair on a queue that Java reads by itself, unless it fits.
     *
     * @throws RdmaException EOPNOTSUPP, with what hinders it
     */
    static void requireFit(String call, Origin origin, NativeCq cq, QpInit init, QpQueues queues) {
        String hindrance = hindrance(cq, init, queues, "the queue pair");
        if (!hindrance.isEmpty()) {
            throw VerbsFailure.of(
                    call,
                    VerbsFailure.EOPNOTSUPP,
                    origin.subject(),
                    "Java reads the completion queue "
                            + cq.name()
                            + " directly (port = direct of a poll loop), and "
                            + hindrance);
        }
    }

    private static RdmaException impossible(NativeCq cq, String why) {
        return cq.polling().refused(READ, VerbsFailure.EOPNOTSUPP, why);
    }

    /** The receive queue of one pair, which is held; null if nothing was posted to it. */
    static @Nullable DirectReceives receives(NativeQp pair, DirectQueue queue) {
        QpLayout layout = pair.registry().companion().layoutOfPair(pair.pointer());
        RingMemory ring = pair.ring();
        if (ring == null) {
            if (DirectReceives.everPosted(layout)) {
                throw pair.failed(
                        READ,
                        VerbsFailure.EOPNOTSUPP,
                        "its receives were posted one by one: give it a receive ring (receiveBytes"
                                + FILE);
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
            throw pair.failed(
                    READ,
                    VerbsFailure.EOPNOTSUPP,
                    e.getMessage() + ": create it again, and post nothing but the ring to it");
        }
    }

    private static int port(NativeQp pair) {
        return pair.query(Set.of(QpAttribute.PORT)).portNum();
    }
}
