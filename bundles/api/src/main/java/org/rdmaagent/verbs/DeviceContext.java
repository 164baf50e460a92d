// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * An open device ({@code ibv_open_device(3)}). {@link #close} is refused with EBUSY while anything
 * made on it is open.
 */
@ProviderType
public interface DeviceContext extends VerbsObject {
    /** The device. */
    String device();

    /** How many completion vectors there are to choose from. */
    int completionVectors();

    /**
     * Allocates a protection domain ({@code ibv_alloc_pd(3)}).
     *
     * @throws org.rdmaagent.RdmaException ENOMEM
     * @throws IllegalArgumentException if the name is taken
     */
    ProtectionDomain allocateProtectionDomain(String name);

    /**
     * Creates a channel for completion events ({@code ibv_create_comp_channel(3)}).
     *
     * @throws org.rdmaagent.RdmaException EMFILE
     * @throws IllegalArgumentException if the name is taken
     */
    CompletionChannel createCompletionChannel(String name);

    /**
     * Creates a completion queue ({@code ibv_create_cq(3)}).
     *
     * @param entries 1 or more
     * @param channel where it tells that it is not empty; null for none
     * @param vector from 0, below {@link #completionVectors}
     * @throws org.rdmaagent.RdmaException EINVAL entries or vector out of range; ENOMEM, also above
     *     the limit of locked memory
     * @throws IllegalArgumentException if the name is taken
     */
    CompletionQueue createCompletionQueue(
            String name, int entries, @Nullable CompletionChannel channel, int vector);

    /**
     * Creates a table of work queues ({@code ibv_create_rwq_ind_table(3)}).
     *
     * @param queues a power of two of them
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP
     * @throws IllegalArgumentException if the name is taken or the number is no power of two
     */
    ReceiveIndirectionTable createReceiveIndirectionTable(String name, List<WorkQueue> queues);

    /**
     * Opens a domain of extended reliable connections that nobody shares ({@code
     * ibv_open_xrcd(3)}).
     *
     * @throws org.rdmaagent.RdmaException EOPNOTSUPP, ENOMEM
     * @throws IllegalArgumentException if the name is taken
     */
    XrcDomain openXrcDomain(String name);

    /** Everything open on it, without itself, in an order in which it can be closed. */
    List<VerbsObject> objects();

    /** The open object of a type and a name. */
    <T extends VerbsObject> Optional<T> find(Class<T> type, String name);
}
