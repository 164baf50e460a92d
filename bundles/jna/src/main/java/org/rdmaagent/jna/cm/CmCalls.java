// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.library.SharedLibrary;

/**
 * The functions of librdmacm (rdma_cma.h); they answer 0, or -1 and set errno, or NULL and set
 * errno. Call them only if {@link #LIBRARY} is loaded.
 */
final class CmCalls {
    static final SharedLibrary LIBRARY =
            SharedLibrary.load("librdmacm.so.1", CmCalls.class, "librdmacm1");

    private CmCalls() {}

    static native @Nullable Pointer rdma_create_event_channel();

    static native void rdma_destroy_event_channel(Pointer channel);

    static native int rdma_create_id(
            Pointer channel, Pointer id, @Nullable Pointer context, int portSpace);

    static native int rdma_destroy_id(Pointer id);

    static native int rdma_bind_addr(Pointer id, Pointer address);

    static native int rdma_resolve_addr(
            Pointer id, @Nullable Pointer source, Pointer destination, int timeoutMillis);

    static native int rdma_join_multicast_ex(Pointer id, Pointer attributes, Pointer context);

    static native int rdma_leave_multicast(Pointer id, Pointer address);

    static native int rdma_get_cm_event(Pointer channel, Pointer event);

    static native int rdma_ack_cm_event(Pointer event);
}
