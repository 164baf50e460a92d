// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
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
import org.rdmaagent.jna.layout.VerbsContext;
import org.rdmaagent.jna.verbs.VerbsFailure;
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

    /** IBV_CQ_ATTR_MODERATE of verbs.h. */
    private static final int MODERATE = 1;

    private static final AtomicLong IDENTITIES = new AtomicLong();

    private final long identity = IDENTITIES.incrementAndGet();
    private final NativeContext context;
    private final @Nullable NativeChannel channel;
    private final Object events;
    private final HandPolling byHand = new HandPolling(this);
    private volatile boolean overran;
    private final QueuePolling polling = new QueuePolling(this);
    private final AtomicInteger eventsTaken = new AtomicInteger();
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
        int unused = eventsTaken.incrementAndGet();
    }

    /** How many events of it were taken so far. */
    int eventsTaken() {
        return eventsTaken.get();
    }

    /** The adapter said so; what was completed before can still be polled. */
    void overran() {
        overran = true;
        polling.changed();
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
                    polling.ownership().requireResizable(call);
                    return registry().companion().resizing(() -> resize(call, cq, cqe));
                });
    }

    /** Who reads it by itself must not read what the library has given back. */
    private int resize(String call, Pointer cq, int cqe) {
        if (!polling.leavesStale()) {
            return resizeNow(call, cq, cqe);
        }
        int[] granted = {0};
        polling.exclusively(
                call,
                this,
                () -> {
                    granted[0] = resizeNow(call, cq, cqe);
                    polling.moved();
                });
        return granted[0];
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
        polling.ownership().requireLibrary(call);
        doing(
                call,
                cq -> context.calls().call(IbvContext.REQ_NOTIFY_CQ, cq, solicitedOnly ? 1 : 0));
    }

    @Override
    public List<WorkCompletion> poll(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("poll asks for 1 completion at least, not " + max);
        }
        return with(POLL, cq -> polling.byHand(() -> byHand.poll(cq, max)));
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
