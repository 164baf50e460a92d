// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.Mlx4dvContext;
import org.rdmaagent.jna.layout.Mlx4dvCtxAllocators;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.objects.OpenContext;
import org.rdmaagent.mlx4.Mlx4DriverAttributes;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.spi.mlx4.QpLayout;
import org.rdmaagent.verbs.ObjectKind;

/** The calls of libmlx4 on one context, each behind the guard. For any thread. */
final class GuardedContext {
    private static final String QUERY = "mlx4dv_query_device";
    private static final String INIT = "mlx4dv_init_obj";

    private final OpenContext context;
    private final DriverGuard guard;

    GuardedContext(OpenContext context, DriverGuard guard) {
        this.context = context;
        this.guard = guard;
    }

    /** Sets LOG_WQS_RANGE_SZ; the context's admission lock is held. */
    void setRangeSize(int value) {
        try (CStruct byteOfIt = CStruct.allocate(1)) {
            byteOfIt.pointer().setByte(0, (byte) value);
            set(Mlx4Calls.LOG_WQS_RANGE_SZ, byteOfIt);
        }
    }

    /** Sets BUF_ALLOCATORS; the addresses of two C functions, or none for the library's own. */
    void setAllocators(@Nullable Pointer alloc, @Nullable Pointer free, long data) {
        try (CStruct pair = CStruct.allocate(Mlx4dvCtxAllocators.SIZE)) {
            pair.put(Mlx4dvCtxAllocators.ALLOC, alloc)
                    .put(Mlx4dvCtxAllocators.FREE, free)
                    .put(Mlx4dvCtxAllocators.DATA, data);
            set(Mlx4Calls.BUF_ALLOCATORS, pair);
        }
    }

    private void set(int attribute, CStruct value) {
        answered(
                Mlx4Calls.SET,
                context.with(
                        Mlx4Calls.SET,
                        pointer -> {
                            guard.require(Mlx4Calls.SET, context.subject(), pointer);
                            return Mlx4Calls.mlx4dv_set_context_attr(
                                    pointer, attribute, value.pointer());
                        }));
    }

    private void answered(String call, int errno) {
        if (errno != 0) {
            throw VerbsFailure.of(call, Math.abs(errno), context.subject());
        }
    }

    Mlx4DriverAttributes attributes() {
        try (CStruct told = CStruct.allocate(Mlx4dvContext.SIZE)) {
            answered(
                    QUERY,
                    context.with(
                            QUERY,
                            pointer -> {
                                guard.require(QUERY, context.subject(), pointer);
                                return Mlx4Calls.mlx4dv_query_device(pointer, told.pointer());
                            }));
            return ObjectLayouts.attributes(told);
        }
    }

    CqLayout cqLayout(String name) {
        return context.layoutOfQueue(INIT, name);
    }

    QpLayout qpLayout(String name) {
        return context.withObject(INIT, ObjectKind.QUEUE_PAIR, name, this::layoutOfPair);
    }

    /** The queue is held. */
    CqLayout layoutOfQueue(Pointer cq) {
        requireDriver();
        return ObjectLayouts.cq(cq, errno -> answered(INIT, errno));
    }

    /** The pair is held. */
    QpLayout layoutOfPair(Pointer qp) {
        requireDriver();
        return ObjectLayouts.qp(qp, errno -> answered(INIT, errno));
    }

    private void requireDriver() {
        int unused =
                context.with(
                        INIT,
                        pointer -> {
                            guard.require(INIT, context.subject(), pointer);
                            return 0;
                        });
    }
}
