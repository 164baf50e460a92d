// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.verbs.completion.PairStruct;
import org.rdmaagent.jna.verbs.completion.PairTable;
import org.rdmaagent.jna.verbs.completion.PolledPair;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.jna.verbs.completion.RingUse;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.verbs.QpType;

/** The queue pairs of a port's queue, and their rings. Used by the polling thread. */
final class PortMembers {
    private final NativeCq cq;
    private final DriverCalls calls;
    private PairTable<PolledPair> pairs = new PairTable<>(List.of());
    private volatile RingUse[] rings = {};

    /** Whether there are any: for the thread that polls, cheaper to ask. */
    private boolean ringed;

    PortMembers(NativeCq cq, DriverCalls calls) {
        this.cq = cq;
        this.calls = calls;
    }

    PairTable<PolledPair> pairs() {
        return pairs;
    }

    /** Forgets what is being closed, and gets to know what is new. */
    void regroup() {
        Map<RingMemory, RingUse> known = new HashMap<>();
        for (RingUse each : rings) {
            known.put(each.ring(), each);
        }
        Map<RingMemory, RingUse> used = new HashMap<>();
        List<PolledPair> polled = new ArrayList<>();
        for (NativeObject user : cq.users()) {
            if (user instanceof NativeQp pair && !pair.isClosing()) {
                PairStruct struct = new PairStruct(pair.pointer());
                polled.add(polled(pair, struct, use(pair, struct, known, used)));
            }
        }
        pairs = new PairTable<>(polled);
        rings = used.values().toArray(RingUse[]::new);
        ringed = !used.isEmpty();
    }

    private @Nullable RingUse use(
            NativeQp pair,
            PairStruct struct,
            Map<RingMemory, RingUse> known,
            Map<RingMemory, RingUse> used) {
        NativeSrq shared = pair.queues().shared();
        RingMemory ring = shared == null ? pair.ring() : shared.ring();
        if (ring == null) {
            return null;
        }
        RingUse use = used.getOrDefault(ring, known.get(ring));
        if (use == null) {
            use =
                    shared == null
                            ? RingUse.ofPair(ring, calls, pair.pointer(), struct)
                            : RingUse.ofShared(ring, calls, shared.pointer());
        }
        used.put(ring, use);
        return use;
    }

    /** A pair whose receive queue Java has by itself. */
    static PolledPair directly(NativeQp pair, PairStruct struct) {
        boolean datagrams = pair.init().type() == QpType.UD;
        return new PolledPair(
                pair.number().value(),
                Pointer.nativeValue(pair.pointer()),
                struct,
                datagrams,
                true,
                null,
                datagrams ? pair.routes() : null);
    }

    private PolledPair polled(NativeQp pair, PairStruct struct, @Nullable RingUse use) {
        boolean datagrams = pair.init().type() == QpType.UD;
        return new PolledPair(
                pair.number().value(),
                Pointer.nativeValue(pair.pointer()),
                struct,
                datagrams,
                pair.queues().receive() == cq,
                use,
                datagrams && use != null ? pair.routes() : null);
    }

    /** Whether none of the pairs has a ring. */
    boolean areBare() {
        return !ringed;
    }

    /** Tells the counts what a poll took. */
    void countTaken() {
        if (ringed) {
            for (RingUse ring : rings) {
                ring.countTaken();
            }
        }
    }

    /** Posts what was given back. */
    void postReturned() {
        if (ringed) {
            for (RingUse ring : rings) {
                ring.post();
            }
        }
    }

    /** Buffers that wait for a message. Any thread. */
    int posted() {
        int posted = 0;
        for (RingUse ring : rings) {
            posted += ring.ring().posted();
        }
        return posted;
    }

    /** Buffers that were handed out and not given back. Any thread. */
    int held() {
        int held = 0;
        for (RingUse ring : rings) {
            held += ring.ring().held();
        }
        return held;
    }
}
