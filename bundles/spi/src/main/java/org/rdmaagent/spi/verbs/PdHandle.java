// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WqInit;

/**
 * A protection domain ({@code struct ibv_pd}). Close: {@code ibv_dealloc_pd(3)}, EBUSY while
 * memory, queue pairs, shared receive queues, work queues or address handles are open on it. A name
 * that is taken is an {@link IllegalArgumentException} everywhere.
 */
public interface PdHandle extends VerbsHandle {
    /** The context that it is of. */
    ContextHandle context();

    /**
     * {@code ibv_reg_mr(3)}. The handle keeps the buffer reachable.
     *
     * @param memory direct; from its position to its limit, one byte at least
     * @throws org.rdmaagent.RdmaException ENOMEM (memlock), EINVAL (flags), EFAULT
     * @throws IllegalArgumentException if the buffer is not direct or is empty
     */
    MrHandle registerMemory(String name, ByteBuffer memory, Set<AccessFlag> access);

    /**
     * {@code ibv_reg_mr(3)} of memory that the provider allocates: page-aligned, zeroed, freed when
     * the handle is closed.
     *
     * @param bytes 1 or more
     * @throws org.rdmaagent.RdmaException ENOMEM (no memory, memlock), EINVAL (flags)
     * @throws IllegalArgumentException if there is no byte
     */
    MrHandle registerMemory(String name, long bytes, Set<AccessFlag> access);

    /**
     * {@code ibv_create_qp(3)}; in RESET.
     *
     * @param srq null for none
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP
     * @throws IllegalArgumentException if a queue is not of this context
     */
    QpHandle createQp(
            String name, QpInit init, CqHandle sendCq, CqHandle recvCq, @Nullable SrqHandle srq);

    /**
     * {@code ibv_create_srq(3)}.
     *
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP
     */
    SrqHandle createSrq(String name, SrqAttributes sizes);

    /**
     * {@code ibv_create_ah(3)}. In RoCE the GID is resolved to an Ethernet address, which may take
     * a while.
     *
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EHOSTUNREACH, ETIMEDOUT, EOPNOTSUPP
     */
    AhHandle createAh(String name, AhAttributes attributes);

    /**
     * {@code ibv_init_ah_from_wc(3)} and {@code ibv_create_ah(3)}.
     *
     * @param completion a receive that succeeded
     * @param header 40 bytes from its position on, not moved; read only if the completion has the
     *     flag GRH
     * @param portNum the port that the datagram came in by
     * @throws org.rdmaagent.RdmaException EINVAL the GID that it was sent to is not in the port's
     *     table; else as {@link #createAh}
     * @throws IllegalArgumentException if the completion failed or is no receive, or the header is
     *     needed and too short
     */
    AhHandle createAhFromCompletion(
            String name, WorkCompletion completion, ByteBuffer header, int portNum);

    /**
     * {@code ibv_create_wq(3)}, through the extended context; in RESET.
     *
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP
     * @throws IllegalArgumentException if the queue is not of this context
     */
    WqHandle createWq(String name, WqInit init, CqHandle cq);
}
