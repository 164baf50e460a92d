// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.JnaAccess;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.jna.verbs.direct.DirectQueue;
import org.rdmaagent.jna.verbs.direct.DirectReceives;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRing;

/** Makes the receive ring of a queue. */
final class RingPosting {
    private static final String POST = "ibv_post_recv";
    private static final String POST_SHARED = "ibv_post_srq_recv";

    private final String call;
    private final NativeObject queue;
    private final NativeMr region;
    private final int bytesEach;

    private RingPosting(String call, NativeObject queue, NativeMr region, int bytesEach) {
        this.call = call;
        this.queue = queue;
        this.region = region;
        this.bytesEach = bytesEach;
    }

    /** Of a queue pair. */
    static PostedRing post(NativeQp pair, NativeMr region, int bytesEach) {
        RingPosting posting = new RingPosting(POST, pair, region, bytesEach);
        return posting.held(
                () -> {
                    posting.requireAble(pair);
                    posting.require(pair.pd(), pair.receiveRing());
                    return posting.post(pair);
                });
    }

    private PostedRing post(NativeQp pair) {
        NativeCq receives = pair.queues().receive();
        DirectQueue direct = receives == null ? null : receives.polling().direct();
        if (receives == null || direct == null) {
            return postNow(pair);
        }
        // The library posts them for the first time, and Java takes the receive queue over then.
        AtomicReference<PostedRing> posted = new AtomicReference<>();
        receives.polling()
                .exclusively(
                        POST,
                        pair,
                        () -> {
                            posted.set(postNow(pair));
                            DirectReceives own = DirectTakeover.receives(pair, direct);
                            pair.own(Objects.requireNonNull(own));
                        });
        pair.changed();
        return Objects.requireNonNull(posted.get());
    }

    private PostedRing postNow(NativeQp pair) {
        DriverCalls calls = pair.context().hotCalls(POST, JnaAccess.INSTANCE);
        long qp = Pointer.nativeValue(pair.pointer());
        return post(
                pair.init().capabilities().maxRecvWr(),
                (first, bad) -> calls.postRecv(qp, first, bad),
                pair::begin,
                pair::cancelRing);
    }

    private void requireAble(NativeQp pair) {
        QpType type = pair.init().type();
        boolean ownQueue =
                pair.srq().isEmpty() && type != QpType.XRC_SEND && type != QpType.XRC_RECV;
        if (!ownQueue) {
            throw invalid(
                    "it has no receive queue of its own: post the ring to the shared receive"
                            + " queue");
        }
        QpState state = pair.stateOfLibrary();
        if (state == QpState.RESET || state == QpState.ERR || state == QpState.UNKNOWN) {
            throw invalid("it is in state " + state + ": bring it to INIT, RTR or RTS first");
        }
    }

    /** Of a shared receive queue. */
    static PostedRing post(NativeSrq shared, NativeMr region, int bytesEach) {
        RingPosting posting = new RingPosting(POST_SHARED, shared, region, bytesEach);
        return posting.held(
                () -> {
                    posting.require(shared.pd(), shared.receiveRing());
                    DriverCalls calls =
                            shared.pd().context().hotCalls(POST_SHARED, JnaAccess.INSTANCE);
                    long srq = Pointer.nativeValue(shared.pointer());
                    return posting.post(
                            shared.size(),
                            (first, bad) -> calls.postSrqRecv(srq, first, bad),
                            shared::begin,
                            shared::cancelRing);
                });
    }

    /** One at a time for a context: two rings of one queue would mix. */
    private PostedRing held(Supplier<PostedRing> action) {
        synchronized (queue.registry().admission()) {
            return NativeObject.withAll(call, List.of(queue, region), action);
        }
    }

    private void require(NativePd pd, Optional<ReceiveRing> present) {
        if (present.isPresent()) {
            throw invalid("it has a ring already, in region " + present.get().region());
        }
        if (region.pd() != pd) {
            throw invalid("region " + region.name() + " is of another protection domain");
        }
        if (!region.access().contains(AccessFlag.LOCAL_WRITE)) {
            throw invalid("region " + region.name() + " needs the access flag LOCAL_WRITE");
        }
    }

    private RdmaException invalid(String remedy) {
        return queue.failed(call, VerbsFailure.EINVAL, remedy);
    }

    private PostedRing post(
            int most, RingMemory.Post post, Consumer<PostedRing> begin, Runnable cancel) {
        long bytes = Math.min(region.length(), Integer.MAX_VALUE);
        int count = bytesEach < 1 ? 0 : (int) Math.min(most, bytes / bytesEach);
        if (count < 1) {
            throw new IllegalArgumentException(
                    "no buffer of "
                            + bytesEach
                            + " bytes fits region '"
                            + region.name()
                            + "' of "
                            + region.length()
                            + " bytes and a queue of "
                            + most
                            + " requests");
        }
        RingMemory memory =
                new RingMemory(
                        count,
                        new RingMemory.Buffers(
                                region.address(), region.lkey(), bytesEach, region.views()));
        PostedRing ring =
                new PostedRing(new ReceiveRing(region.name(), count, bytesEach), memory, region);
        // Before the first message can be there.
        begin.accept(ring);
        RingMemory.First first = memory.postAll(post);
        if (first.taken() == 0) {
            cancel.run();
        }
        if (first.taken() < count) {
            throw refused(first, count);
        }
        return ring;
    }

    /** What was taken cannot be taken back: the queue keeps the ring, with fewer buffers. */
    private RdmaException refused(RingMemory.First first, int count) {
        return queue.failed(
                call,
                first.answer() == -1 ? VerbsFailure.ENOMEM : Math.abs(first.answer()),
                "only "
                        + first.taken()
                        + " of "
                        + count
                        + " receives fit beside those that are posted: post a ring to a fresh"
                        + " queue, and close this one");
    }
}
