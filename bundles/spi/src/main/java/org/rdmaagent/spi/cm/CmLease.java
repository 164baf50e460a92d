// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.cm;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.multicast.PortSpace;

/**
 * An event channel ({@code struct rdma_event_channel}) and its ids, in the provider's registry.
 * Replacing the owner's bundle loses nothing: it hands the lease back when it stops, and the next
 * one takes it up with {@link CmLibrary#lease}; events wait in the channel meanwhile. What nobody
 * takes up within a deadline (60 s unless configured) the provider leaves and closes, and says so.
 * Calls from any thread, {@link #awaitEvent} by one at a time.
 */
public interface CmLease extends AutoCloseable {
    /** Whose it is. */
    String owner();

    /**
     * {@code rdma_create_id(3)}.
     *
     * @param name unique within the lease
     * @throws org.rdmaagent.RdmaException ENOMEM, EMFILE; EBADF if the lease was handed back
     * @throws IllegalArgumentException if the name is taken
     */
    CmId createId(String name, PortSpace portSpace);

    /** The ids that are open, those of an earlier user too, in the order of making. */
    List<CmId> ids();

    /**
     * The next event ({@code rdma_get_cm_event(3)}), copied and acknowledged ({@code
     * rdma_ack_cm_event(3)}). Events of an id that was closed, and of a group that was left, are
     * not told.
     *
     * @param timeoutNanos how long to wait at the most; 0 only looks
     * @return empty when the time is over, when woken, or when the lease was handed back
     * @throws org.rdmaagent.RdmaException EIO if the channel cannot be read; EBADF
     */
    Optional<CmNotice> awaitEvent(long timeoutNanos);

    /** Ends the waiting of {@link #awaitEvent}, or the next one. */
    void wake();

    /** Gives the lease back without closing anything. Twice does nothing; use ends with EBADF. */
    void handBack();

    /**
     * Leaves all groups, destroys all ids and the channel, and gives the lease back. Goes on after
     * a failure. Twice does nothing.
     *
     * @throws org.rdmaagent.RdmaException the first failure
     */
    @Override
    void close();

    /** The open id of a name, or null. */
    default @Nullable CmId id(String name) {
        return ids().stream().filter(id -> id.name().equals(name)).findFirst().orElse(null);
    }
}
