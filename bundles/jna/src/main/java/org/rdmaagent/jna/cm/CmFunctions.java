// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * What is called of librdmacm, at the level of its structs; something else may stand for it where
 * there is no device. Each function answers 0 or an errno.
 */
interface CmFunctions {
    /**
     * rdma_create_event_channel(3).
     *
     * @param channel its address is written there
     */
    int createChannel(Pointer channel);

    /** rdma_destroy_event_channel(3). */
    void destroyChannel(Pointer channel);

    /**
     * rdma_create_id(3).
     *
     * @param id its address is written there
     */
    int createId(Pointer channel, Pointer id, int portSpace);

    /** rdma_destroy_id(3): waits until the id's events that were taken are acknowledged. */
    int destroyId(Pointer id);

    /** rdma_bind_addr(3). */
    int bind(Pointer id, Pointer address);

    /** rdma_resolve_addr(3). */
    int resolve(Pointer id, @Nullable Pointer source, Pointer destination, int timeoutMillis);

    /** rdma_join_multicast_ex(3). */
    int join(Pointer id, Pointer attributes, Pointer context);

    /** rdma_leave_multicast(3): waits until the join's events that were taken are acknowledged. */
    int leave(Pointer id, Pointer address);

    /**
     * rdma_get_cm_event(3).
     *
     * @param event its address is written there
     */
    int getEvent(Pointer channel, Pointer event);

    /** rdma_ack_cm_event(3). */
    int ackEvent(Pointer event);
}
