// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.util.Optional;

/**
 * A completion channel ({@code struct ibv_comp_channel}), non-blocking. Close: {@code
 * ibv_destroy_comp_channel(3)}, EBUSY while completion queues use it. Closing it wakes who waits.
 */
public interface ChannelHandle extends VerbsHandle {
    /** The context that it is of. */
    ContextHandle context();

    /**
     * The next event ({@code poll(2)}, {@code ibv_get_cq_event(3)}). It counts until {@link
     * CqHandle#ack}; closing a queue acknowledges what is left.
     *
     * @param timeoutNanos how long to wait at the most; 0 only looks
     * @return the queue; empty when the time is over
     * @throws org.rdmaagent.RdmaException EBADF if it was closed meanwhile, EIO
     */
    Optional<CqHandle> await(long timeoutNanos);
}
