// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.library.SharedLibrary;

/**
 * The functions of libibverbs (verbs.h) that make, change and destroy objects. Those that answer a
 * pointer answer NULL and set errno; the others answer an errno unless said otherwise.
 */
final class ObjectCalls {
    static final SharedLibrary LIBRARY =
            SharedLibrary.load("libibverbs.so.1", ObjectCalls.class, "libibverbs1");

    private ObjectCalls() {}

    /** What errno is after a call that answered NULL; another number where the driver left none. */
    static int lastError(int whereNone) {
        int errno = Native.getLastError();
        return errno == 0 ? whereNone : errno;
    }

    static native int ibv_close_device(Pointer context);

    static native int ibv_query_device(Pointer context, Pointer attributes);

    /** -1 and errno. */
    static native int ibv_get_async_event(Pointer context, Pointer event);

    static native void ibv_ack_async_event(Pointer event);

    static native @Nullable Pointer ibv_alloc_pd(Pointer context);

    static native int ibv_dealloc_pd(Pointer pd);

    static native @Nullable Pointer ibv_reg_mr(
            Pointer pd, Pointer address, long length, int access);

    static native int ibv_dereg_mr(Pointer mr);

    static native @Nullable Pointer ibv_create_comp_channel(Pointer context);

    static native int ibv_destroy_comp_channel(Pointer channel);

    /** -1 and errno; fills in the addresses of the queue and of its context. */
    static native int ibv_get_cq_event(Pointer channel, Pointer cq, Pointer context);

    static native void ibv_ack_cq_events(Pointer cq, int events);

    static native @Nullable Pointer ibv_create_cq(
            Pointer context,
            int cqe,
            @Nullable Pointer cqContext,
            @Nullable Pointer channel,
            int vector);

    static native int ibv_resize_cq(Pointer cq, int cqe);

    static native int ibv_destroy_cq(Pointer cq);

    static native @Nullable Pointer ibv_create_srq(Pointer pd, Pointer init);

    static native int ibv_modify_srq(Pointer srq, Pointer attributes, int mask);

    static native int ibv_query_srq(Pointer srq, Pointer attributes);

    static native int ibv_destroy_srq(Pointer srq);

    static native @Nullable Pointer ibv_create_qp(Pointer pd, Pointer init);

    static native int ibv_modify_qp(Pointer qp, Pointer attributes, int mask);

    static native int ibv_query_qp(Pointer qp, Pointer attributes, int mask, Pointer init);

    static native int ibv_destroy_qp(Pointer qp);

    /** The LID in host order. */
    static native int ibv_attach_mcast(Pointer qp, Pointer gid, short lid);

    static native int ibv_detach_mcast(Pointer qp, Pointer gid, short lid);

    static native @Nullable Pointer ibv_create_ah(Pointer pd, Pointer attributes);

    /** -1 and errno. */
    static native int ibv_query_gid(Pointer context, byte port, int index, Pointer gid);

    /** -1, and errno where a call that it makes sets it. */
    static native int ibv_init_ah_from_wc(
            Pointer context, byte port, Pointer completion, Pointer header, Pointer attributes);

    static native int ibv_destroy_ah(Pointer ah);
}
