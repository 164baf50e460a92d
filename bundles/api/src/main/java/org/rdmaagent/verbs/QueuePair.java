// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;

/**
 * A send and a receive queue ({@code ibv_create_qp(3)}). {@link #close} brings it to the error
 * state and takes its remaining completions off their queues before it destroys it.
 */
@ProviderType
public interface QueuePair extends VerbsObject {
    /** The device. */
    String device();

    /** Its number. */
    QpNumber number();

    /** What it was created with, sizes as granted. */
    QpInit init();

    /** Where its sends report; empty for XRC_RECV. */
    Optional<CompletionQueue> sendQueue();

    /** Where its receives report; empty for XRC_SEND and XRC_RECV. */
    Optional<CompletionQueue> receiveQueue();

    /** The shared receive queue that it uses, if any. */
    Optional<SharedReceiveQueue> sharedReceiveQueue();

    /**
     * Changes attributes, mostly to go on to the next state ({@code ibv_modify_qp(3)}).
     *
     * @throws org.rdmaagent.RdmaException EINVAL if there is no way from the present state to the
     *     next, or an attribute is missing, superfluous or out of range: the text says which;
     *     ENOMEM, ETIMEDOUT, EHOSTUNREACH (RoCE: the other end's Ethernet address is not found),
     *     ...
     */
    void modify(QpAttributes attributes);

    /**
     * Reads attributes ({@code ibv_query_qp(3)}). The driver may tell more than was asked for.
     *
     * @throws org.rdmaagent.RdmaException as the driver says
     */
    QpAttributes query(Set<QpAttribute> asked);

    /** The state, as the driver tells it now. */
    default QpState state() {
        return query(Set.of(QpAttribute.STATE)).qpState();
    }

    /**
     * Receives what is sent to a multicast group ({@code ibv_attach_mcast(3)}; the kernel's {@code
     * ib_attach_mcast}). Attaching twice to one group is the same as once. This only tells the
     * local adapter: the subnet administration must have created the group and the port must be a
     * member, else nothing arrives.
     *
     * @param mgid the group, which begins with 0xff; on RoCE v2 with IPv4 it is ::ffff:a.b.c.d
     * @param mlid its LID, host byte order: 0xc000 to 0xfffe on InfiniBand; ignored on Ethernet
     * @throws org.rdmaagent.RdmaException EINVAL not a datagram queue pair, not a multicast GID,
     *     LID out of range: one text for each; EOPNOTSUPP the driver cannot; ENOMEM the table is
     *     full
     */
    void attachMulticast(Gid mgid, Lid mlid);

    /**
     * Ends it ({@code ibv_detach_mcast(3)}; the kernel's {@code ib_detach_mcast}). The port stays a
     * member of the group.
     *
     * @throws org.rdmaagent.RdmaException EINVAL if exactly this pair of GID and LID was never
     *     attached
     */
    void detachMulticast(Gid mgid, Lid mlid);

    /** The groups that were attached and not detached, in the order of attaching. */
    List<MulticastAttachment> attachments();

    /**
     * Posts requests ({@code ibv_post_send(3)}).
     *
     * @return how many were taken, from the first on; the rest met a full queue or are wrong, and
     *     posting them again tells why
     * @throws org.rdmaagent.RdmaException ENOMEM full, EINVAL wrong or not ready to send: if none
     *     was taken
     * @throws IllegalArgumentException if an address handle is not of this context
     */
    int postSend(List<SendRequest> requests);

    /**
     * Posts requests ({@code ibv_post_recv(3)}).
     *
     * @return how many were taken, from the first on
     * @throws org.rdmaagent.RdmaException ENOMEM full, EINVAL wrong, in RESET, or a shared receive
     *     queue is used: if none was taken; EOPNOTSUPP a poll loop reads its completion queue
     *     directly ({@code port = direct}), or has, and only a ring is posted then: nothing was
     *     taken, see {@link #postReceiveRing}
     */
    int postReceive(List<ReceiveRequest> requests);

    /**
     * Divides a region into buffers and posts a receive for each ({@code ibv_post_recv(3)}), so
     * that a poll loop can hand out what arrives and post the buffer again. There is one ring for a
     * queue pair, for as long as it is open; do not post other receives beside it. Number sends of
     * your own from the count of buffers on: one that fails does not say that it was a send, and
     * counts as a receive of the ring otherwise. A change to RESET ends the ring.
     *
     * @param bytesEach of a buffer, 1 or more; for datagrams with 40 bytes for the network header
     * @return what was made: as many buffers as fit the region, at most as many as the queue takes
     * @throws org.rdmaagent.RdmaException EINVAL the region does not allow local writes or is of
     *     another protection domain, the queue pair is not ready to receive or has a ring; ENOMEM
     *     other receives are posted
     * @throws IllegalArgumentException if no buffer fits the region, or the region is not of this
     *     context
     */
    ReceiveRing postReceiveRing(MemoryRegion region, int bytesEach);

    /** What {@link #postReceiveRing} made, if it did. */
    Optional<ReceiveRing> receiveRing();
}
