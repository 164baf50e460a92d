// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.cm;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.NativeHandle;

/**
 * An id ({@code struct rdma_cm_id}). {@link #close} ({@code rdma_destroy_id(3)}) leaves its groups.
 * Use of a closed one ends with EBADF.
 */
public interface CmId extends NativeHandle {
    /** The name that its maker gave it. */
    String name();

    /** The space of its groups. */
    PortSpace portSpace();

    /**
     * Ties it to a local address and with it to a port ({@code rdma_bind_addr(3)}).
     *
     * @throws org.rdmaagent.RdmaException EADDRNOTAVAIL no such address on this host; ENODEV the
     *     address is of no RDMA port; EINVAL bound before; EADDRINUSE
     */
    void bind(InetAddress local);

    /**
     * Finds the port by the way to a group ({@code rdma_resolve_addr(3)}); {@link
     * CmEventType#ADDR_RESOLVED} or {@link CmEventType#ADDR_ERROR} follows.
     *
     * @param local where to leave from; null for any
     * @param timeoutMillis for the answer, 1 or more
     * @throws org.rdmaagent.RdmaException ENETUNREACH, EADDRNOTAVAIL, ENODEV, EINVAL
     */
    void resolve(@Nullable InetAddress local, InetAddress destination, int timeoutMillis);

    /** What it is tied to; empty before. */
    Optional<CmBinding> binding();

    /**
     * Asks for membership ({@code rdma_join_multicast_ex(3)}); {@link CmEventType#MULTICAST_JOIN}
     * or {@link CmEventType#MULTICAST_ERROR} follows. An MGID goes down as {@code sockaddr_ib} on
     * InfiniBand; on Ethernet as the IPv4 address where it is one, else as the IPv6 address of the
     * same bits.
     *
     * @throws org.rdmaagent.RdmaException EINVAL not bound, or not an address of a group;
     *     EADDRINUSE the id has asked for the same group already and not left; EADDRNOTAVAIL the
     *     IPoIB broadcast group is not joined; EOPNOTSUPP (send-only without the subnet manager's
     *     support); errno 524 ENOTSUPP (IPv6 on RoCE v2); ENOMEM, ENODEV
     */
    void join(GroupAddress group, MemberKind kind);

    /**
     * Leaves, or cancels a join that was not answered ({@code rdma_leave_multicast(3)}). A group
     * that was lost has to be left, too.
     *
     * @throws org.rdmaagent.RdmaException EADDRNOTAVAIL if this id has not joined that group
     */
    void leave(GroupAddress group);

    /** What was joined and not left, in the order of joining. */
    List<CmJoin> joins();

    /** What the owner wrote on it for whoever takes the lease up; empty at first. */
    String memo();

    /** Writes that. It stays in the provider, as it is. */
    void setMemo(String text);
}
