// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
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
import org.rdmaagent.jna.verbs.structs.QpAttrStruct;
import org.rdmaagent.spi.verbs.CqHandle;
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
import org.rdmaagent.verbs.SendRequest;

/** {@code struct ibv_qp}. */
final class NativeQp extends NativeObject implements QpHandle {
    private static final String MODIFY = "ibv_modify_qp";
    private static final String QUERY = "ibv_query_qp";
    private static final int DRAIN_BATCH = 64;

    private final NativeContext context;
    private final QpNumber number;
    private final QpInit init;
    private final QpQueues queues;
    private final MulticastGroups groups = new MulticastGroups(this);

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
        return ObjectCalls.ibv_destroy_qp(qp);
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

    @Override
    public void modify(QpAttributes attributes) {
        with(
                MODIFY,
                qp -> {
                    try (CStruct struct = CStruct.allocate(IbvQpAttr.SIZE)) {
                        QpAttrStruct.write(attributes, struct);
                        int mask = attributes.maskCode();
                        int errno = errno(ObjectCalls.ibv_modify_qp(qp, struct.pointer(), mask));
                        if (errno != 0) {
                            String arguments =
                                    Transitions.explain(init.type(), stateNow(), attributes);
                            throw failed(MODIFY, errno, Remedy.of(errno, arguments));
                        }
                        return mask;
                    }
                });
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
    private QpState stateNow() {
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
        return with(
                "ibv_post_recv",
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

    /**
     * Leaves its groups, goes to the error state and takes off what was outstanding, as far as that
     * is possible: whether the pair can be destroyed, and why not, its destruction tells.
     */
    void retire() {
        groups.detachAll();
        Failures.tolerating(this::stop);
        drain(queues.send());
        drain(queues.receive());
    }

    /** There is no way from RESET to ERR, and nothing outstanding in RESET. */
    private void stop() {
        if (stateNow() != QpState.RESET) {
            modify(QpAttributes.ofState(QpState.ERR));
        }
    }

    /** What is found is of no interest to anybody any more, nor is that the queue is dead. */
    private static void drain(@Nullable NativeCq queue) {
        if (queue == null) {
            return;
        }
        Failures.tolerating(
                () -> {
                    int most = queue.cqe();
                    int seen = 0;
                    while (seen <= most && !queue.poll(DRAIN_BATCH).isEmpty()) {
                        seen += DRAIN_BATCH;
                    }
                });
    }
}
