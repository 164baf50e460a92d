// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SrqAttributes;

/**
 * A shared receive queue ({@code struct ibv_srq}). Close: {@code ibv_destroy_srq(3)}, EBUSY while
 * queue pairs use it.
 */
public interface SrqHandle extends VerbsHandle {
    /** The protection domain that it is of. */
    PdHandle pd();

    /**
     * {@code ibv_query_srq(3)}.
     *
     * @throws org.rdmaagent.RdmaException as the driver says
     */
    SrqAttributes query();

    /**
     * {@code ibv_modify_srq(3)}, IBV_SRQ_MAX_WR.
     *
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP (ENOSYS on some drivers)
     */
    void resize(int maxWr);

    /**
     * {@code ibv_modify_srq(3)}, IBV_SRQ_LIMIT; 0 disarms.
     *
     * @throws org.rdmaagent.RdmaException EINVAL
     */
    void armLimit(int limit);

    /**
     * {@code ibv_post_srq_recv(3)}, through {@code ibv_context.ops}.
     *
     * @return ENOMEM the queue is full, EINVAL the request is wrong
     */
    Posted postReceive(List<ReceiveRequest> requests);

    /**
     * Posts one receive ({@code ibv_post_srq_recv(3)}) for each buffer of a region; wr_id is the
     * buffer's index. The ring outlives its owner, and the completion port of the queue finds it.
     *
     * @param bytesEach 1 or more
     * @return as many buffers as fit the region, at most as many as the queue was made for
     * @throws org.rdmaagent.RdmaException EINVAL no local write, another protection domain, not in
     *     a state to receive, or there is a ring; ENOMEM other receives are posted
     * @throws IllegalArgumentException if no buffer fits, or the region is not of this context
     */
    ReceiveRing postReceiveRing(MrHandle region, int bytesEach);

    /** What {@link #postReceiveRing} made. */
    Optional<ReceiveRing> receiveRing();
}
