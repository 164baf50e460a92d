// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvQp;
import org.rdmaagent.jna.layout.IbvQpInitAttr;
import org.rdmaagent.jna.layout.IbvQpInitAttrEx;
import org.rdmaagent.jna.layout.IbvQpOpenAttr;
import org.rdmaagent.jna.layout.VerbsContext;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.structs.QpCapStruct;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpType;

/** The three ways to a queue pair: {@code ibv_create_qp}, {@code _ex} and {@code ibv_open_qp}. */
final class QpCreation {
    private static final String CREATE = "ibv_create_qp";
    private static final String CREATE_EX = "ibv_create_qp_ex";
    private static final String OPEN = "ibv_open_qp";

    /** IBV_QP_INIT_ATTR_XRCD of verbs.h. */
    private static final int WITH_XRCD = 1 << 1;

    /** IBV_QP_INIT_ATTR_PD and _CREATE_FLAGS of verbs.h. */
    private static final int WITH_PD_AND_FLAGS = 1 | 1 << 2;

    /** IBV_QP_CREATE_BLOCK_SELF_MCAST_LB of verbs.h. */
    private static final int BLOCK_SELF_MCAST_LB = 1 << 1;

    /** IBV_QP_OPEN_ATTR_NUM, _XRCD and _TYPE of verbs.h. */
    private static final int BY_NUMBER = 1 | 1 << 1 | 1 << 3;

    private QpCreation() {}

    static NativeQp create(
            NativePd pd,
            String name,
            QpInit init,
            NativeCq sendCq,
            NativeCq recvCq,
            @Nullable NativeSrq srq) {
        boolean sendOnly = init.type() == QpType.XRC_SEND;
        List<NativeObject> needs = new ArrayList<>(List.of(pd.context(), pd, sendCq, recvCq));
        if (srq != null) {
            needs.add(srq);
        }
        QpQueues queues = new QpQueues(sendCq, sendOnly ? null : recvCq, srq);
        NativeQp made;
        synchronized (pd.registry().admission()) {
            made =
                    pd.registry()
                            .make(
                                    CREATE,
                                    ObjectKind.QUEUE_PAIR,
                                    name,
                                    needs,
                                    origin -> create(origin, pd, init, queues));
        }
        made.changed();
        return made;
    }

    private static NativeQp create(Origin origin, NativePd pd, QpInit init, QpQueues queues) {
        // The extended struct begins like the other one, and verbs.h casts it to that, too.
        try (CStruct struct = CStruct.allocate(IbvQpInitAttrEx.SIZE)) {
            struct.put(IbvQpInitAttr.SEND_CQ, QpQueues.pointer(queues.send()))
                    .put(IbvQpInitAttr.RECV_CQ, QpQueues.pointer(queues.receive()))
                    .put(IbvQpInitAttr.SRQ, QpQueues.pointer(queues.shared()))
                    .put(IbvQpInitAttr.QP_TYPE, init.type().code())
                    .put(IbvQpInitAttr.SQ_SIG_ALL, init.signalAll() ? 1 : 0);
            CStruct sizes = struct.part(IbvQpInitAttr.CAP);
            QpCapStruct.write(init.capabilities(), sizes);
            Pointer qp =
                    init.blockMulticastLoopback()
                            ? createDeaf(origin, pd, init, struct)
                            : ObjectCalls.ibv_create_qp(pd.pointer(), struct.pointer());
            if (qp == null) {
                throw refused(CREATE, origin, pd.context());
            }
            QpInit granted = init.withCapabilities(QpCapStruct.read(sizes));
            try {
                QueueWork.requireRoom(CREATE, origin, granted, queues);
                NativeQp made = new NativeQp(origin, qp, pd.context(), granted, queues);
                made.beginLife();
                return made;
            } catch (RdmaException e) {
                int unused = ObjectCalls.ibv_destroy_qp(qp); // the refusal is the one told
                throw e;
            }
        }
    }

    /** One that does not hear itself in its multicast groups. */
    private static Pointer createDeaf(Origin origin, NativePd pd, QpInit init, CStruct struct) {
        NativeContext context = pd.context();
        if (init.type() != QpType.UD) {
            throw VerbsFailure.of(
                    CREATE_EX,
                    VerbsFailure.EINVAL,
                    origin.subject(),
                    "only a datagram queue pair (UD) has multicast groups, not " + init.type());
        }
        struct.put(IbvQpInitAttrEx.COMP_MASK, WITH_PD_AND_FLAGS)
                .put(IbvQpInitAttrEx.PD, pd.pointer())
                .put(IbvQpInitAttrEx.CREATE_FLAGS, BLOCK_SELF_MCAST_LB);
        int errno = VerbsFailure.EOPNOTSUPP;
        if (context.calls().has(VerbsContext.CREATE_QP_EX)) {
            Pointer qp =
                    context.calls()
                            .create(VerbsContext.CREATE_QP_EX, context.pointer(), struct.pointer());
            if (qp != null) {
                return qp;
            }
            errno = ObjectCalls.lastError(VerbsFailure.EOPNOTSUPP);
        }
        if (errno != VerbsFailure.EOPNOTSUPP) {
            throw refused(CREATE_EX, errno, origin, context);
        }
        throw VerbsFailure.of(
                CREATE_EX,
                errno,
                origin.subject(),
                "the driver cannot keep a pair's own multicast messages away from it: allow them");
    }

    private static RdmaException refused(String call, Origin origin, NativeContext context) {
        return refused(call, ObjectCalls.lastError(VerbsFailure.EINVAL), origin, context);
    }

    private static RdmaException refused(
            String call, int errno, Origin origin, NativeContext context) {
        String remedy = Remedy.of(errno, Remedy.queuePair(context.limits()));
        return VerbsFailure.of(call, errno, origin.subject(), remedy);
    }

    /** The receiving half of an extended reliable connection. */
    static NativeQp create(NativeXrcd domain, String name, QpInit init) {
        NativeContext context = domain.context();
        return domain.registry()
                .make(
                        CREATE_EX,
                        ObjectKind.QUEUE_PAIR,
                        name,
                        List.of(context, domain),
                        origin -> create(origin, domain, init));
    }

    private static NativeQp create(Origin origin, NativeXrcd domain, QpInit init) {
        NativeContext context = domain.context();
        requireOffered(CREATE_EX, VerbsContext.CREATE_QP_EX, origin, context);
        if (init.type() != QpType.XRC_RECV) {
            throw VerbsFailure.of(
                    CREATE_EX,
                    VerbsFailure.EINVAL,
                    origin.subject(),
                    "a queue pair of this domain has the type XRC_RECV, not " + init.type());
        }
        try (CStruct struct = CStruct.allocate(IbvQpInitAttrEx.SIZE)) {
            struct.put(IbvQpInitAttrEx.QP_TYPE, init.type().code())
                    .put(IbvQpInitAttrEx.COMP_MASK, WITH_XRCD)
                    .put(IbvQpInitAttrEx.XRCD, domain.pointer());
            CStruct sizes = struct.part(IbvQpInitAttrEx.CAP);
            QpCapStruct.write(init.capabilities(), sizes);
            Pointer qp =
                    context.calls()
                            .create(VerbsContext.CREATE_QP_EX, context.pointer(), struct.pointer());
            if (qp == null) {
                throw refused(CREATE_EX, origin, context);
            }
            QpInit granted = init.withCapabilities(QpCapStruct.read(sizes));
            return new NativeQp(origin, qp, context, granted, QpQueues.NONE);
        }
    }

    /** One more use of a receiving half that exists. */
    static NativeQp open(NativeXrcd domain, String name, QpNumber number) {
        return domain.registry()
                .make(
                        OPEN,
                        ObjectKind.QUEUE_PAIR,
                        name,
                        List.of(domain.context(), domain),
                        origin -> open(origin, domain, number));
    }

    private static NativeQp open(Origin origin, NativeXrcd domain, QpNumber number) {
        NativeContext context = domain.context();
        requireOffered(OPEN, VerbsContext.OPEN_QP, origin, context);
        try (CStruct struct = CStruct.allocate(IbvQpOpenAttr.SIZE)) {
            struct.put(IbvQpOpenAttr.COMP_MASK, BY_NUMBER)
                    .put(IbvQpOpenAttr.QP_NUM, number.value())
                    .put(IbvQpOpenAttr.XRCD, domain.pointer())
                    .put(IbvQpOpenAttr.QP_TYPE, QpType.XRC_RECV.code());
            Pointer qp =
                    context.calls()
                            .create(VerbsContext.OPEN_QP, context.pointer(), struct.pointer());
            if (qp == null) {
                int errno = ObjectCalls.lastError(VerbsFailure.EINVAL);
                String arguments = "there is no queue pair " + number + " in this domain";
                throw VerbsFailure.of(OPEN, errno, origin.subject(), Remedy.of(errno, arguments));
            }
            QpInit init = new QpInit(QpType.XRC_RECV, QpCapabilities.NONE, false);
            return new NativeQp(origin, qp, context, init, QpQueues.NONE);
        }
    }

    static void requireOffered(
            String call, VerbsContext operation, Origin origin, NativeContext context) {
        if (!context.calls().has(operation)) {
            throw VerbsFailure.of(call, VerbsFailure.EOPNOTSUPP, origin.subject());
        }
    }

    /** The number of a queue pair. */
    static QpNumber number(Pointer qp) {
        return new QpNumber(CStruct.at(qp).integer(IbvQp.QP_NUM));
    }
}
