// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.ResourceCounts;

/**
 * An open device ({@code struct ibv_context}). {@link #close} ({@code ibv_close_device(3)}) is
 * refused with EBUSY by the provider while handles are open on it: the C call would leak them.
 */
public interface ContextHandle extends VerbsHandle {
    /** The device. */
    String device();

    /** {@code ibv_context.num_comp_vectors}. */
    int completionVectors();

    /**
     * {@code ibv_alloc_pd(3)}.
     *
     * @throws org.rdmaagent.RdmaException ENOMEM
     * @throws IllegalArgumentException if the name is taken
     */
    PdHandle allocPd(String name);

    /**
     * {@code ibv_create_comp_channel(3)}.
     *
     * @throws org.rdmaagent.RdmaException EMFILE
     * @throws IllegalArgumentException if the name is taken
     */
    ChannelHandle createChannel(String name);

    /**
     * {@code ibv_create_cq(3)}.
     *
     * @param cqe entries asked for, 1 or more
     * @param channel null for none
     * @param vector from 0, below {@link #completionVectors}
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM
     * @throws IllegalArgumentException if the name is taken, or the channel is not of this context
     */
    CqHandle createCq(String name, int cqe, @Nullable ChannelHandle channel, int vector);

    /**
     * {@code ibv_create_rwq_ind_table(3)}, through the extended context.
     *
     * @param queues a power of two of them
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP
     * @throws IllegalArgumentException if the name is taken, or a queue is not of this context
     */
    RwqTableHandle createRwqTable(String name, List<WqHandle> queues);

    /**
     * {@code ibv_open_xrcd(3)} without a file, through the extended context.
     *
     * @throws org.rdmaagent.RdmaException ENOMEM, EOPNOTSUPP
     * @throws IllegalArgumentException if the name is taken
     */
    XrcdHandle openXrcd(String name);

    /**
     * The next asynchronous event ({@code ibv_get_async_event(3)}), copied and acknowledged ({@code
     * ibv_ack_async_event(3)}), so that nothing that it names can block in its close.
     *
     * @param timeoutNanos how long to wait at the most; 0 only looks
     * @return empty when the time is over, or when the context was closed while waiting
     * @throws org.rdmaagent.RdmaException EIO if the fd cannot be read
     */
    Optional<AsyncNotice> awaitAsync(long timeoutNanos);

    /** How many handles are open, and what the kernel counts on the device if it can be asked. */
    ResourceCounts resources();

    /** All handles open on it, without itself, in an order in which they can be closed. */
    List<VerbsHandle> handles();
}
