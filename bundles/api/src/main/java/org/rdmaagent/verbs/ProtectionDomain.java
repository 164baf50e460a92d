// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** What may work together: memory and queues ({@code ibv_alloc_pd(3)}). */
@ProviderType
public interface ProtectionDomain extends VerbsObject {
    /**
     * Registers memory of the caller ({@code ibv_reg_mr(3)}).
     *
     * @param memory direct; from its position to its limit, one byte at least
     * @throws org.rdmaagent.RdmaException ENOMEM above the limit of locked memory; EINVAL access
     *     flags that exclude each other; EFAULT, EOPNOTSUPP
     * @throws IllegalArgumentException if the buffer is not direct or is empty
     */
    MemoryRegion registerMemory(String name, ByteBuffer memory, Set<AccessFlag> access);

    /**
     * Registers new memory, page-aligned and zeroed, which is freed with the region.
     *
     * @param bytes 1 or more
     * @throws org.rdmaagent.RdmaException as {@link #registerMemory(String, ByteBuffer, Set)}
     */
    MemoryRegion registerMemory(String name, long bytes, Set<AccessFlag> access);

    /**
     * Creates a queue pair ({@code ibv_create_qp(3)}), in RESET.
     *
     * @param receives the shared receive queue to use instead of an own one; null for none
     * @throws org.rdmaagent.RdmaException EINVAL sizes or type beyond the device; ENOMEM,
     *     EOPNOTSUPP
     */
    QueuePair createQueuePair(
            String name,
            QpInit init,
            CompletionQueue sendQueue,
            CompletionQueue receiveQueue,
            @Nullable SharedReceiveQueue receives);

    /**
     * Creates a shared receive queue ({@code ibv_create_srq(3)}).
     *
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP
     */
    SharedReceiveQueue createSharedReceiveQueue(String name, SrqAttributes sizes);

    /**
     * Creates an address handle ({@code ibv_create_ah(3)}; the kernel's {@code rdma_create_ah}).
     *
     * @throws org.rdmaagent.RdmaException EINVAL no such port or GID row, or no global route on
     *     RoCE; EHOSTUNREACH, ETIMEDOUT (RoCE: no Ethernet address), ENOMEM
     */
    AddressHandle createAddressHandle(String name, AhAttributes attributes);

    /**
     * Creates the address handle that answers a received datagram ({@code
     * ibv_create_ah_from_wc(3)}; the kernel's {@code ib_init_ah_attr_from_wc}, {@code
     * ib_create_ah_from_wc}).
     *
     * @param completion a receive that succeeded
     * @param header the first 40 bytes of its buffer; read only if the completion says that it
     *     holds a network header
     * @param portNum the port that it came in by
     * @throws org.rdmaagent.RdmaException EINVAL if the GID that it was sent to is none of the
     *     port's (any more), as {@link #createAddressHandle(String, AhAttributes)} else
     * @throws IllegalArgumentException if the completion failed or is no receive
     */
    AddressHandle createAddressHandle(
            String name, WorkCompletion completion, ByteBuffer header, int portNum);

    /**
     * Creates a work queue ({@code ibv_create_wq(3)}), in RESET.
     *
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP
     */
    WorkQueue createWorkQueue(String name, WqInit init, CompletionQueue completions);
}
