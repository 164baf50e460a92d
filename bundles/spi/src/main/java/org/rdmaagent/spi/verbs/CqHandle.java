// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.verbs.CqModeration;
import org.rdmaagent.verbs.WorkCompletion;

/**
 * A completion queue ({@code struct ibv_cq}). Close: {@code ibv_destroy_cq(3)}, EBUSY while queue
 * pairs or work queues use it; the provider acknowledges outstanding events first, else the C call
 * would wait for ever. While a {@link org.rdmaagent.spi.completion.CompletionPort} is open on it,
 * {@link #poll} ends with EBUSY: a queue has one consumer. Creating a queue pair on such a queue
 * ends with EINVAL if more requests could be outstanding then than it has entries.
 */
public interface CqHandle extends VerbsHandle {
    /** The context that it is of. */
    ContextHandle context();

    /** The channel that it tells, if any. */
    Optional<ChannelHandle> channel();

    /** {@code ibv_cq.cqe}: entries as granted. */
    int cqe();

    /**
     * {@code ibv_resize_cq(3)}.
     *
     * @return entries as granted
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP (ENOSYS on some drivers)
     */
    int resize(int cqe);

    /**
     * {@code ibv_modify_cq(3)} with IBV_CQ_ATTR_MODERATE, through the extended context.
     *
     * @throws org.rdmaagent.RdmaException EINVAL, EOPNOTSUPP
     */
    void moderate(CqModeration moderation);

    /**
     * {@code ibv_req_notify_cq(3)}, through {@code ibv_context.ops}.
     *
     * @throws org.rdmaagent.RdmaException EINVAL if the queue has no channel (said by the provider)
     */
    void requestNotify(boolean solicitedOnly);

    /**
     * {@code ibv_poll_cq(3)}, through {@code ibv_context.ops}; never waits. Of a failed completion
     * only wr_id, status, qp_num and vendor_err are read.
     *
     * @param max 1 or more
     * @throws org.rdmaagent.RdmaException EIO if it answers a negative number: the queue is
     *     damaged, or it overran
     */
    List<WorkCompletion> poll(int max);

    /**
     * {@code ibv_ack_cq_events(3)}: so many events of {@link ChannelHandle#await} are done with.
     */
    void ack(int events);
}
