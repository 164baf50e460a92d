// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Receive requests that several queue pairs use ({@code ibv_create_srq(3)}). */
@ProviderType
public interface SharedReceiveQueue extends VerbsObject {
    /**
     * Its sizes and its limit ({@code ibv_query_srq(3)}).
     *
     * @throws org.rdmaagent.RdmaException as the driver says
     */
    SrqAttributes query();

    /**
     * Changes the number of requests ({@code ibv_modify_srq(3)}, IBV_SRQ_MAX_WR).
     *
     * @throws org.rdmaagent.RdmaException EINVAL if more are posted or the device allows fewer;
     *     EOPNOTSUPP
     */
    void resize(int maxWr);

    /**
     * Arms one SRQ_LIMIT_REACHED, for when fewer requests are posted ({@code ibv_modify_srq(3)},
     * IBV_SRQ_LIMIT).
     *
     * @param limit 0 disarms
     * @throws org.rdmaagent.RdmaException EINVAL if it is above the size
     */
    void armLimit(int limit);

    /**
     * Posts requests ({@code ibv_post_srq_recv(3)}).
     *
     * @return how many were taken, from the first on; the rest met a full queue or are wrong, and
     *     posting them again tells why
     * @throws org.rdmaagent.RdmaException ENOMEM full, EINVAL wrong: if none was taken
     */
    int postReceive(List<ReceiveRequest> requests);

    /**
     * Divides a region into buffers and posts a receive for each ({@code ibv_post_srq_recv(3)}), so
     * that a poll loop can hand out what arrives and post the buffer again. There is one ring for a
     * queue, for as long as it is open; do not post other receives beside it.
     *
     * @param bytesEach of a buffer, 1 or more; for datagrams with 40 bytes for the network header
     * @return what was made: as many buffers as fit the region, at most as many as the queue takes
     * @throws org.rdmaagent.RdmaException EINVAL the region does not allow local writes or is of
     *     another protection domain, the queue is not ready to receive or has a ring; ENOMEM other
     *     receives are posted
     * @throws IllegalArgumentException if no buffer fits the region, or the region is not of this
     *     context
     */
    ReceiveRing postReceiveRing(MemoryRegion region, int bytesEach);

    /** What {@link #postReceiveRing} made, if it did. */
    Optional<ReceiveRing> receiveRing();
}
