// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A membership that was asked for. It outlives a replacement of the bundle that serves it; this
 * object then answers EBADF, and its successor is found by its name.
 */
@ProviderType
public interface Membership extends AutoCloseable {
    /** Its name. */
    String name();

    /** What was asked for. */
    JoinRequest request();

    /** Where it stands now. */
    MembershipStatus status();

    /**
     * Waits until it is JOINED, FAILED or LEFT; after {@link #leave} until it is LEFT.
     *
     * @param millis at the most
     * @return where it stands then
     * @throws InterruptedException if the thread is interrupted
     */
    MembershipStatus await(long millis) throws InterruptedException;

    /**
     * Leaves the group ({@code rdma_leave_multicast(3)}): a join that is not answered yet is
     * cancelled; the queue pair is detached first. Messages that are queued by then are still
     * delivered, and counted as late. Returns at once; LEFT follows. What a configuration file asks
     * for comes back at the next start, unless the file is removed.
     *
     * @throws org.rdmaagent.RdmaException EADDRNOTAVAIL if it was left before
     */
    void leave();

    /** Leaves if it was not left before. */
    @Override
    void close();
}
