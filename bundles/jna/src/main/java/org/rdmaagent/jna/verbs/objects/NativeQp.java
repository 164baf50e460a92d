// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.layout.IbvQp;
import org.rdmaagent.jna.layout.IbvQpAttr;
import org.rdmaagent.jna.layout.IbvQpInitAttr;
import org.rdmaagent.jna.verbs.completion.RingMemory;
import org.rdmaagent.jna.verbs.direct.DirectReceives;
import org.rdmaagent.jna.verbs.structs.QpAttrStruct;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.NativeCode;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SendRequest;

/** {@code struct ibv_qp}. */
final class NativeQp extends NativeObject implements QpHandle {
    private static final String QUERY = "ibv_query_qp";
    private static final String CREATE = "ibv_create_qp";

    private final NativeContext context;
    private final QpNumber number;
    private final QpInit init;
    private final QpQueues queues;
    private final MulticastGroups groups = new MulticastGroups(this);
    private final DatagramRoutes routes = new DatagramRoutes(this);
    private volatile @Nullable PostedRing ring;
    private volatile @Nullable DirectReceives direct;

    NativeQp(Origin origin, Pointer qp, NativeContext context, QpInit init, QpQueues queues) {
        super(origin, qp);
        this.context = context;
        this.number = QpCreation.number(qp);
        this.init = init;
        this.queues = queues;
    }

    @Override
    String destroyCall() {
        return "ibv_destroy_qp";
    }

    @Override
    int destroy(Pointer qp) {
        int result = ObjectCalls.ibv_destroy_qp(qp);
        if (result == 0) {
            routes.close();
        }
        return result;
    }

    @Override
    void awaitLetGo() {
        queues.awaitLetGo(this);
    }

    @Override
    void stays() {
        changed();
    }

    /** It came, or got or lost its ring: the ports of its queues take a look. */
    void changed() {
        queues.changed();
    }

    @Override
    void released() {
        var unused = endRing();
    }

    @Override
    String hindrance() {
        return groups.hindrance();
    }

    @Override
    public NativeContext context() {
        return context;
    }

    @Override
    public QpNumber number() {
        return number;
    }

    @Override
    public QpInit init() {
        return init;
    }

    @Override
    public Optional<CqHandle> sendCq() {
        return Optional.ofNullable(queues.send());
    }

    @Override
    public Optional<CqHandle> recvCq() {
        return Optional.ofNullable(queues.receive());
    }

    @Override
    public Optional<SrqHandle> srq() {
        return Optional.ofNullable(queues.shared());
    }

    QpQueues queues() {
        return queues;
    }

    NativePd pd() {
        for (NativeObject needed : origin().needs()) {
            if (needed instanceof NativePd pd) {
                return pd;
            }
        }
        throw new IllegalStateException(subject() + " has no protection domain of its own");
    }

    /** The ways back to who sent it datagrams. */
    DatagramRoutes routes() {
        return routes;
    }

    /** Its own ring, if it has one. */
    @Nullable RingMemory ring() {
        PostedRing own = ring;
        return own == null ? null : own.memory();
    }

    /** Its receive queue, if Java posts to it by itself. */
    @Nullable DirectReceives direct() {
        return direct;
    }

    /** From now on Java posts to its receive queue, as long as it has its ring. */
    void own(DirectReceives receives) {
        direct = receives;
        Objects.requireNonNull(ring()).own(receives);
    }

    /** It was just made: what its queues hold of its number is of one that is gone. */
    void beginLife() {
        if (queues.haveLeftovers(this)) {
            queues.exclusively(CREATE, this, () -> queues.disown(this));
        }
    }

    @Override
    public void modify(QpAttributes attributes) {
        new QpModification(this, attributes).run();
    }

    /** The adapter has forgotten what is posted: the ring is none any more; null if none was. */
    @Nullable PostedRing endRing() {
        PostedRing ended = ring;
        ring = null;
        direct = null;
        if (ended != null) {
            ended.region().usedNoMoreBy(this);
        }
        return ended;
    }

    /** It stays after all. */
    void keepRing(PostedRing kept) {
        kept.region().usedBy(this);
        ring = kept;
        changed();
    }

    @Override
    public QpAttributes query(Set<QpAttribute> asked) {
        try (CStruct struct = CStruct.allocate(IbvQpAttr.SIZE);
                CStruct made = CStruct.allocate(IbvQpInitAttr.SIZE)) {
            int mask = NativeCode.mask(asked);
            doing(
                    QUERY,
                    qp -> ObjectCalls.ibv_query_qp(qp, struct.pointer(), mask, made.pointer()));
            return QpAttrStruct.read(struct, asked);
        }
    }

    /** As the kernel tells it; an error may have changed it. */
    QpState stateNow() {
        try {
            return query(Set.of(QpAttribute.STATE)).qpState();
        } catch (RdmaException e) {
            return stateOfLibrary();
        }
    }

    /** The state that the library last brought it to; the pair is held. */
    QpState stateOfLibrary() {
        return QpState.ofCode(CStruct.at(pointer()).integer(IbvQp.STATE)).orElse(QpState.UNKNOWN);
    }

    @Override
    public void attach(Gid mgid, Lid mlid) {
        groups.attach(mgid, mlid);
    }

    @Override
    public void detach(Gid mgid, Lid mlid) {
        groups.detach(mgid, mlid);
    }

    @Override
    public List<MulticastAttachment> attachments() {
        return groups.attached();
    }

    @Override
    public Posted postSend(List<SendRequest> requests) {
        return with(
                Posting.SEND,
                qp ->
                        Posting.sends(
                                this,
                                requests,
                                list ->
                                        context.calls()
                                                .call(
                                                        IbvContext.POST_SEND,
                                                        qp,
                                                        list.first(),
                                                        list.bad())));
    }

    @Override
    public Posted postReceive(List<ReceiveRequest> requests) {
        NativeCq receives = queues.receive();
        return receives == null
                ? postByHand(requests)
                : receives.polling()
                        .ownership()
                        .posting(Posting.RECEIVE, this, () -> postByHand(requests));
    }

    private Posted postByHand(List<ReceiveRequest> requests) {
        return with(
                Posting.RECEIVE,
                qp ->
                        Posting.receives(
                                this,
                                requests,
                                list ->
                                        context.calls()
                                                .call(
                                                        IbvContext.POST_RECV,
                                                        qp,
                                                        list.first(),
                                                        list.bad())));
    }

    @Override
    public ReceiveRing postReceiveRing(MrHandle region, int bytesEach) {
        PostedRing posted = RingPosting.post(this, context.own(NativeMr.class, region), bytesEach);
        return posted.ring();
    }

    /** It is posted from now on; the pair is held. */
    void begin(PostedRing begun) {
        begun.region().usedBy(this);
        ring = begun;
        changed();
    }

    /** None of it was taken. */
    void cancelRing() {
        var unused = endRing();
        changed();
    }

    @Override
    public Optional<ReceiveRing> receiveRing() {
        return Optional.ofNullable(ring).map(PostedRing::ring);
    }

    /** Prepares for being closed together with its context. */
    void retire() {
        groups.detachAll();
        new QpRetirement(this).run();
    }
}
