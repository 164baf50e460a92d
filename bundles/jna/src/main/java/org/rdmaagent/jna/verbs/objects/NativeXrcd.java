// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvXrcdInitAttr;
import org.rdmaagent.jna.layout.VerbsContext;
import org.rdmaagent.jna.os.SystemCalls;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.XrcdHandle;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;

/** {@code struct ibv_xrcd}. */
final class NativeXrcd extends NativeObject implements XrcdHandle {
    private static final String OPEN = "ibv_open_xrcd";

    /** IBV_XRCD_INIT_ATTR_FD and _OFLAGS of verbs.h. */
    private static final int BOTH_MEMBERS = 3;

    private final NativeContext context;

    private NativeXrcd(Origin origin, Pointer xrcd, NativeContext context) {
        super(origin, xrcd);
        this.context = context;
    }

    static NativeXrcd open(NativeContext context, String name) {
        return context.registry()
                .make(
                        OPEN,
                        ObjectKind.XRC_DOMAIN,
                        name,
                        List.of(context),
                        origin -> open(origin, context));
    }

    private static NativeXrcd open(Origin origin, NativeContext context) {
        QpCreation.requireOffered(OPEN, VerbsContext.OPEN_XRCD, origin, context);
        try (CStruct init = CStruct.allocate(IbvXrcdInitAttr.SIZE)) {
            init.put(IbvXrcdInitAttr.COMP_MASK, BOTH_MEMBERS)
                    .put(IbvXrcdInitAttr.FD, -1)
                    .put(IbvXrcdInitAttr.OFLAGS, SystemCalls.O_CREAT);
            Pointer xrcd =
                    context.calls()
                            .create(VerbsContext.OPEN_XRCD, context.pointer(), init.pointer());
            if (xrcd == null) {
                int errno = ObjectCalls.lastError(VerbsFailure.EOPNOTSUPP);
                throw VerbsFailure.of(OPEN, errno, origin.subject(), Remedy.of(errno));
            }
            return new NativeXrcd(origin, xrcd, context);
        }
    }

    @Override
    String destroyCall() {
        return "ibv_close_xrcd";
    }

    @Override
    int destroy(Pointer xrcd) {
        return context.calls().call(VerbsContext.CLOSE_XRCD, xrcd);
    }

    @Override
    public NativeContext context() {
        return context;
    }

    @Override
    public QpHandle createQp(String name, QpInit init) {
        return QpCreation.create(this, name, init);
    }

    @Override
    public QpHandle openQp(String name, QpNumber number) {
        return QpCreation.open(this, name, number);
    }
}
