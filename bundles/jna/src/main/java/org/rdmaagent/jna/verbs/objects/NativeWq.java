// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvWq;
import org.rdmaagent.jna.layout.IbvWqAttr;
import org.rdmaagent.jna.layout.IbvWqInitAttr;
import org.rdmaagent.jna.layout.VerbsContext;
import org.rdmaagent.jna.os.SystemCalls;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.structs.QpCapStruct;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqState;

/** {@code struct ibv_wq}. */
final class NativeWq extends NativeObject implements WqHandle {
    private static final String CREATE = "ibv_create_wq";
    private static final String MODIFY = "ibv_modify_wq";
    private static final String POST = "ibv_post_wq_recv";

    /** IBV_WQ_ATTR_STATE of verbs.h. */
    private static final int STATE = 1;

    private final NativePd pd;
    private final WqInit init;
    private final int number;
    private final @Nullable Function post;

    private NativeWq(Origin origin, Pointer wq, NativePd pd, WqInit init) {
        super(origin, wq);
        this.pd = pd;
        this.init = init;
        CStruct struct = CStruct.at(wq);
        this.number = struct.integer(IbvWq.WQ_NUM);
        Pointer function = struct.address(IbvWq.POST_RECV);
        this.post = function == null ? null : Function.getFunction(function);
    }

    static NativeWq create(NativePd pd, String name, WqInit init, NativeCq cq) {
        synchronized (pd.registry().admission()) {
            return pd.registry()
                    .make(
                            CREATE,
                            ObjectKind.WORK_QUEUE,
                            name,
                            List.of(pd.context(), pd, cq),
                            origin -> create(origin, pd, init, cq));
        }
    }

    private static NativeWq create(Origin origin, NativePd pd, WqInit init, NativeCq cq) {
        NativeContext context = pd.context();
        QpCreation.requireOffered(CREATE, VerbsContext.CREATE_WQ, origin, context);
        cq.polling().ownership().requireLibrary(CREATE);
        if (cq.polling().isOpen()) {
            long needed = (long) QueueWork.of(cq) + init.maxWr();
            QueueWork.requireRoom(CREATE, origin, cq, needed);
        }
        try (CStruct struct = CStruct.allocate(IbvWqInitAttr.SIZE)) {
            struct.put(IbvWqInitAttr.WQ_TYPE, init.type().code())
                    .put(IbvWqInitAttr.MAX_WR, init.maxWr())
                    .put(IbvWqInitAttr.MAX_SGE, init.maxSge())
                    .put(IbvWqInitAttr.PD, pd.pointer())
                    .put(IbvWqInitAttr.CQ, cq.pointer());
            Pointer wq =
                    context.calls()
                            .create(VerbsContext.CREATE_WQ, context.pointer(), struct.pointer());
            if (wq == null) {
                int errno = ObjectCalls.lastError(VerbsFailure.EINVAL);
                int pending = context.registry().companion().pendingRange();
                String remedy = Remedy.workQueue(errno, pending, context.limits());
                throw VerbsFailure.of(CREATE, errno, origin.subject(), remedy);
            }
            context.registry().companion().madeWorkQueue();
            prepare(wq);
            WqInit granted =
                    new WqInit(
                            init.type(),
                            QpCapStruct.size(struct, IbvWqInitAttr.MAX_WR),
                            QpCapStruct.size(struct, IbvWqInitAttr.MAX_SGE));
            return new NativeWq(origin, wq, pd, granted);
        }
    }

    /** What the inline function in verbs.h does after the driver's part. */
    private static void prepare(Pointer wq) {
        wq.setPointer(IbvWq.WQ_CONTEXT.offset(), null);
        wq.setInt(IbvWq.EVENTS_COMPLETED.offset(), 0);
        // Neither fails on Linux for an object without attributes (pthread_mutex_init(3)).
        int unused = SystemCalls.pthread_mutex_init(wq.share(IbvWq.MUTEX.offset()), null);
        unused = SystemCalls.pthread_cond_init(wq.share(IbvWq.COND.offset()), null);
    }

    @Override
    String destroyCall() {
        return "ibv_destroy_wq";
    }

    @Override
    int destroy(Pointer wq) {
        return pd.context().calls().call(VerbsContext.DESTROY_WQ, wq);
    }

    @Override
    public NativePd pd() {
        return pd;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public WqInit init() {
        return init;
    }

    @Override
    public WqState state() {
        return with(
                CREATE,
                wq -> WqState.ofCode(CStruct.at(wq).integer(IbvWq.STATE)).orElse(WqState.UNKNOWN));
    }

    @Override
    public void modify(WqState next) {
        try (CStruct attributes = CStruct.allocate(IbvWqAttr.SIZE)) {
            attributes.put(IbvWqAttr.ATTR_MASK, STATE).put(IbvWqAttr.WQ_STATE, next.code());
            int errno =
                    with(
                            MODIFY,
                            wq ->
                                    errno(
                                            pd.context()
                                                    .calls()
                                                    .call(
                                                            VerbsContext.MODIFY_WQ,
                                                            wq,
                                                            attributes.pointer())));
            if (errno != 0) {
                throw failed(MODIFY, errno, Remedy.of(errno, Remedy.workQueueState()));
            }
        }
    }

    @Override
    public Posted postReceive(List<ReceiveRequest> requests) {
        return with(
                POST,
                wq -> {
                    Function function = post;
                    if (function == null) {
                        return new Posted(0, Errno.of(VerbsFailure.EOPNOTSUPP));
                    }
                    return Posting.receives(
                            requests,
                            list ->
                                    function.invokeInt(
                                            new Object[] {wq, list.first(), list.bad()}));
                });
    }
}
