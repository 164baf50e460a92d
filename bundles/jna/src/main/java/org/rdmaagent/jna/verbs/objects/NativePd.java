// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WqInit;

/** {@code struct ibv_pd}. */
final class NativePd extends NativeObject implements PdHandle {
    private final NativeContext context;

    private NativePd(Origin origin, Pointer pd, NativeContext context) {
        super(origin, pd);
        this.context = context;
    }

    static NativePd allocate(NativeContext context, String name) {
        String call = "ibv_alloc_pd";
        return context.registry()
                .make(
                        call,
                        ObjectKind.PROTECTION_DOMAIN,
                        name,
                        List.of(context),
                        origin -> {
                            Pointer pd = ObjectCalls.ibv_alloc_pd(context.pointer());
                            if (pd == null) {
                                int errno = ObjectCalls.lastError(VerbsFailure.ENOMEM);
                                throw VerbsFailure.of(
                                        call, errno, origin.subject(), Remedy.of(errno));
                            }
                            return new NativePd(origin, pd, context);
                        });
    }

    @Override
    String destroyCall() {
        return "ibv_dealloc_pd";
    }

    @Override
    int destroy(Pointer pd) {
        return ObjectCalls.ibv_dealloc_pd(pd);
    }

    @Override
    public NativeContext context() {
        return context;
    }

    @Override
    public MrHandle registerMemory(String name, ByteBuffer memory, Set<AccessFlag> access) {
        return NativeMr.of(this, name, memory, access);
    }

    @Override
    public MrHandle registerMemory(String name, long bytes, Set<AccessFlag> access) {
        return NativeMr.of(this, name, bytes, access);
    }

    @Override
    public QpHandle createQp(
            String name, QpInit init, CqHandle sendCq, CqHandle recvCq, @Nullable SrqHandle srq) {
        return QpCreation.create(
                this,
                name,
                init,
                context.own(NativeCq.class, sendCq),
                context.own(NativeCq.class, recvCq),
                srq == null ? null : context.own(NativeSrq.class, srq));
    }

    @Override
    public SrqHandle createSrq(String name, SrqAttributes sizes) {
        return NativeSrq.create(this, name, sizes);
    }

    @Override
    public AhHandle createAh(String name, AhAttributes attributes) {
        return NativeAh.create(this, name, attributes);
    }

    @Override
    public AhHandle createAhFromCompletion(
            String name, WorkCompletion completion, ByteBuffer header, int portNum) {
        return NativeAh.create(
                this, name, AhFromCompletion.attributes(this, completion, header, portNum));
    }

    @Override
    public WqHandle createWq(String name, WqInit init, CqHandle cq) {
        return NativeWq.create(this, name, init, context.own(NativeCq.class, cq));
    }
}
