// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.layout.IbvCq;
import org.rdmaagent.jna.layout.IbvModifyCqAttr;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.jna.layout.VerbsContext;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.structs.CompletionStruct;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.CqModeration;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.WorkCompletion;

/** {@code struct ibv_cq}. */
final class NativeCq extends NativeObject implements CqHandle {
    private static final String CREATE = "ibv_create_cq";
    private static final String POLL = "ibv_poll_cq";
    private static final int BATCH = 64;

    /** IBV_CQ_ATTR_MODERATE of verbs.h. */
    private static final int MODERATE = 1;

    private static final AtomicLong IDENTITIES = new AtomicLong();

    private final long identity = IDENTITIES.incrementAndGet();
    private final NativeContext context;
    private final @Nullable NativeChannel channel;
    private final Object events;
    private final AtomicInteger failure = new AtomicInteger();
    private volatile boolean overran;
    private final QueuePolling polling = new QueuePolling(this);
    private int unacknowledged;

    private NativeCq(
            Origin origin, Pointer cq, NativeContext context, @Nullable NativeChannel channel) {
        super(origin, cq);
        this.context = context;
        this.channel = channel;
        this.events = channel == null ? new Object() : channel.taking();
    }

    static NativeCq create(
            NativeContext context,
            String name,
            int cqe,
            @Nullable NativeChannel channel,
            int vector) {
        List<NativeObject> needs =
                Stream.<@Nullable NativeObject>of(context, channel)
                        .flatMap(Stream::ofNullable)
                        .toList();
        return context.registry()
                .make(
                        CREATE,
                        ObjectKind.COMPLETION_QUEUE,
                        name,
                        needs,
                        origin -> create(origin, context, cqe, channel, vector));
    }

    private static NativeCq create(
            Origin origin,
            NativeContext context,
            int cqe,
            @Nullable NativeChannel channel,
            int vector) {
        Pointer told = channel == null ? null : channel.pointer();
        Pointer cq =
                cqe < 1
                        ? null
                        : ObjectCalls.ibv_create_cq(context.pointer(), cqe, null, told, vector);
        if (cq == null) {
            int errno = cqe < 1 ? VerbsFailure.EINVAL : ObjectCalls.lastError(VerbsFailure.EINVAL);
            String arguments =
                    Remedy.completionQueue(context.limits(), context.completionVectors());
            throw VerbsFailure.of(CREATE, errno, origin.subject(), Remedy.of(errno, arguments));
        }
        return new NativeCq(origin, cq, context, channel);
    }

    @Override
    String destroyCall() {
        return "ibv_destroy_cq";
    }

    /** The C function waits for every event that was taken to be acknowledged. */
    @Override
    int destroy(Pointer cq) {
        synchronized (events) {
            if (unacknowledged > 0) {
                ObjectCalls.ibv_ack_cq_events(cq, unacknowledged);
                unacknowledged = 0;
            }
            return ObjectCalls.ibv_destroy_cq(cq);
        }
    }

    /** An event of it was taken; the channel's lock is held. */
    void told() {
        unacknowledged++;
    }

    /** The adapter said so; what was completed before can still be polled. */
    void overran() {
        overran = true;
    }

    boolean hasOverrun() {
        return overran;
    }

    /** Different for each one. */
    long identity() {
        return identity;
    }

    /** As it can be polled by one loop. */
    PolledQueue polled() {
        return new PolledQueue(
                context.device(),
                context.name(),
                name(),
                identity,
                entries(),
                QueueWork.of(this),
                channel != null);
    }

    /** Entries as granted; the queue is held, or its port is open. */
    int entries() {
        return CStruct.at(pointer()).integer(IbvCq.CQE);
    }

    @Nullable NativeChannel ownChannel() {
        return channel;
    }

    /** Who polls it, if somebody does. */
    QueuePolling polling() {
        return polling;
    }

    /** Its port has to be closed, not only to let go. */
    @Override
    void awaitLetGo() {
        polling.revoke();
        polling.awaitClosed();
    }

    @Override
    public NativeContext context() {
        return context;
    }

    @Override
    public Optional<ChannelHandle> channel() {
        return Optional.ofNullable(channel);
    }

    @Override
    public int cqe() {
        return with(CREATE, cq -> entries());
    }

    @Override
    public int resize(int cqe) {
        String call = "ibv_resize_cq";
        return with(
                call,
                cq -> {
                    int work = polling.isOpen() ? QueueWork.of(this) : 0;
                    if (cqe > 0 && cqe < work) {
                        throw failed(call, VerbsFailure.EINVAL, QueueWork.remedy(this, work));
                    }
                    return registry().companion().resizing(() -> resizeNow(call, cq, cqe));
                });
    }

    private int resizeNow(String call, Pointer cq, int cqe) {
        int errno = cqe < 1 ? VerbsFailure.EINVAL : errno(ObjectCalls.ibv_resize_cq(cq, cqe));
        if (errno != 0) {
            String arguments =
                    Remedy.completionQueue(context.limits(), context.completionVectors())
                            + ", and not fewer entries than it holds completions";
            throw failed(call, errno, Remedy.of(errno, arguments));
        }
        return CStruct.at(cq).integer(IbvCq.CQE);
    }

    @Override
    public void moderate(CqModeration moderation) {
        String call = "ibv_modify_cq";
        try (CStruct attributes = CStruct.allocate(IbvModifyCqAttr.SIZE)) {
            attributes
                    .put(IbvModifyCqAttr.ATTR_MASK, MODERATE)
                    .put(IbvModifyCqAttr.CQ_COUNT, moderation.count())
                    .put(IbvModifyCqAttr.CQ_PERIOD, moderation.periodMicros());
            doing(
                    call,
                    cq -> context.calls().call(VerbsContext.MODIFY_CQ, cq, attributes.pointer()));
        }
    }

    @Override
    public void requestNotify(boolean solicitedOnly) {
        String call = "ibv_req_notify_cq";
        if (channel == null && isOpen()) {
            throw failed(
                    call,
                    VerbsFailure.EINVAL,
                    "it has no channel that could tell: create it with one");
        }
        doing(
                call,
                cq -> context.calls().call(IbvContext.REQ_NOTIFY_CQ, cq, solicitedOnly ? 1 : 0));
    }

    @Override
    public List<WorkCompletion> poll(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("poll asks for 1 completion at least, not " + max);
        }
        return with(POLL, cq -> poll(cq, max));
    }

    private List<WorkCompletion> poll(Pointer cq, int max) {
        polling.requireNone();
        throwIfDamaged(failure.getAndSet(0));
        List<WorkCompletion> found = new ArrayList<>();
        int batch = Math.min(max, BATCH);
        try (CStruct entries = CStruct.allocate((long) batch * IbvWc.SIZE)) {
            int taken = batch;
            while (taken == batch && found.size() < max) {
                batch = Math.min(batch, max - found.size());
                taken = poll(cq, entries, batch, found);
            }
        }
        if (found.isEmpty() && overran) {
            throwIfDamaged(-1);
        }
        HandPolling.tellRings(this, found);
        return found;
    }

    /** A negative answer hides the entries that were filled before it. */
    private int poll(Pointer cq, CStruct entries, int batch, List<WorkCompletion> found) {
        for (int i = 0; i < batch; i++) {
            CompletionStruct.mark(entries.part((long) i * IbvWc.SIZE));
        }
        int answer = context.calls().call(IbvContext.POLL_CQ, cq, batch, entries.pointer());
        int filled = answer;
        if (answer < 0) {
            filled = 0;
            while (filled < batch
                    && CompletionStruct.isFilled(entries.part((long) filled * IbvWc.SIZE))) {
                filled++;
            }
            if (filled == 0 && found.isEmpty()) {
                throwIfDamaged(answer);
            }
            failure.set(answer);
        }
        for (int i = 0; i < filled; i++) {
            found.add(CompletionStruct.read(entries.part((long) i * IbvWc.SIZE)));
        }
        return answer < 0 ? answer : filled;
    }

    private void throwIfDamaged(int answer) {
        if (answer < 0) {
            throw failed(
                    POLL,
                    VerbsFailure.EIO,
                    (overran
                                    ? "it overran and is dead"
                                    : "it holds an entry that the library cannot make sense of ("
                                            + answer
                                            + ")")
                            + ": close its queue pairs and it, and create it again with room for"
                            + " all requests that may be outstanding");
        }
    }

    @Override
    public void ack(int count) {
        enter("ibv_ack_cq_events");
        try {
            synchronized (events) {
                if (count < 0 || count > unacknowledged) {
                    throw new IllegalArgumentException(
                            subject()
                                    + " has "
                                    + unacknowledged
                                    + " events to acknowledge, not "
                                    + count);
                }
                if (count > 0) {
                    ObjectCalls.ibv_ack_cq_events(pointer(), count);
                    unacknowledged -= count;
                }
            }
        } finally {
            leave();
        }
    }
}
