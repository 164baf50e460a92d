// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.verbs.VerbsFailure;

/** Those of librdmacm itself. */
final class LibraryFunctions implements CmFunctions {
    private static int errno(int result) {
        return VerbsFailure.errno(result, result == 0 ? 0 : Native.getLastError());
    }

    @Override
    public int createChannel(Pointer channel) {
        Pointer made = CmCalls.rdma_create_event_channel();
        if (made == null) {
            int errno = Native.getLastError();
            return errno == 0 ? VerbsFailure.ENODEV : errno;
        }
        channel.setPointer(0, made);
        return 0;
    }

    @Override
    public void destroyChannel(Pointer channel) {
        CmCalls.rdma_destroy_event_channel(channel);
    }

    @Override
    public int createId(Pointer channel, Pointer id, int portSpace) {
        return errno(CmCalls.rdma_create_id(channel, id, null, portSpace));
    }

    @Override
    public int destroyId(Pointer id) {
        return errno(CmCalls.rdma_destroy_id(id));
    }

    @Override
    public int bind(Pointer id, Pointer address) {
        return errno(CmCalls.rdma_bind_addr(id, address));
    }

    @Override
    public int resolve(
            Pointer id, @Nullable Pointer source, Pointer destination, int timeoutMillis) {
        return errno(CmCalls.rdma_resolve_addr(id, source, destination, timeoutMillis));
    }

    @Override
    public int join(Pointer id, Pointer attributes, Pointer context) {
        return errno(CmCalls.rdma_join_multicast_ex(id, attributes, context));
    }

    @Override
    public int leave(Pointer id, Pointer address) {
        return errno(CmCalls.rdma_leave_multicast(id, address));
    }

    @Override
    public int getEvent(Pointer channel, Pointer event) {
        return errno(CmCalls.rdma_get_cm_event(channel, event));
    }

    @Override
    public int ackEvent(Pointer event) {
        return errno(CmCalls.rdma_ack_cm_event(event));
    }
}
