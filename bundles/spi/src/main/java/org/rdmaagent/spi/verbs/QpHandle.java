// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SendRequest;

/**
 * A queue pair ({@code struct ibv_qp}). Close: {@code ibv_destroy_qp(3)}, EBUSY while multicast
 * groups are attached; who wants the completions of what is outstanding brings it to ERR and polls
 * first.
 */
public interface QpHandle extends VerbsHandle {
    /** The context that it is of. */
    ContextHandle context();

    /** {@code qp_num}. */
    QpNumber number();

    /** What it was created with, sizes as granted. */
    QpInit init();

    /** {@code send_cq}; empty for XRC_RECV. */
    Optional<CqHandle> sendCq();

    /** {@code recv_cq}; empty for XRC_SEND and XRC_RECV. */
    Optional<CqHandle> recvCq();

    /** {@code srq}. */
    Optional<SrqHandle> srq();

    /**
     * {@code ibv_modify_qp(3)}, exactly the fields of the mask.
     *
     * @throws org.rdmaagent.RdmaException EINVAL no such way, a field is missing, superfluous or
     *     out of range; ENOMEM, EHOSTUNREACH, ETIMEDOUT, EOPNOTSUPP (rate limit)
     */
    void modify(QpAttributes attributes);

    /**
     * {@code ibv_query_qp(3)}.
     *
     * @return the mask is what was asked for; other fields hold what the driver left there
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM
     */
    QpAttributes query(Set<QpAttribute> asked);

    /**
     * {@code ibv_attach_mcast(3)}. The LID goes down in host byte order.
     *
     * @throws org.rdmaagent.RdmaException EINVAL not UD, not multicast, LID out of range on
     *     InfiniBand; EOPNOTSUPP, ENOMEM
     */
    void attach(Gid mgid, Lid mlid);

    /**
     * {@code ibv_detach_mcast(3)}.
     *
     * @throws org.rdmaagent.RdmaException EINVAL if this pair is not attached
     */
    void detach(Gid mgid, Lid mlid);

    /**
     * The groups that were attached and not detached, in the order of attaching; the kernel cannot
     * be asked. They outlive their owner, as the attachments do.
     */
    List<MulticastAttachment> attachments();

    /**
     * {@code ibv_post_send(3)}, through {@code ibv_context.ops}. Immediate data goes down in
     * network byte order.
     *
     * @return ENOMEM the queue is full, EINVAL the request or the state is wrong
     * @throws IllegalArgumentException if a datagram's address handle is no open {@link AhHandle}
     *     of this context; nothing was posted then
     */
    Posted postSend(List<SendRequest> requests);

    /**
     * {@code ibv_post_recv(3)}, through {@code ibv_context.ops}.
     *
     * @return ENOMEM the queue is full, EINVAL the request or the state is wrong
     * @throws org.rdmaagent.RdmaException EOPNOTSUPP its completion queue is read directly, or was
     *     ({@link org.rdmaagent.spi.completion.PollingWay#DIRECT}): only a ring is posted then;
     *     nothing was posted
     */
    Posted postReceive(List<ReceiveRequest> requests);

    /**
     * Posts one receive ({@code ibv_post_recv(3)}) for each buffer of a region; wr_id is the
     * buffer's index. The ring outlives its owner, and the completion port of the queue finds it. A
     * failed completion does not say whether it was a receive or a send: one with the index of a
     * posted buffer counts as its receive. A change to RESET ends the ring, since it drops what is
     * posted without a completion.
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
