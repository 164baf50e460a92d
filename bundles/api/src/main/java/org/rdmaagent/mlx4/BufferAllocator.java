// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Memory for the queues of mlx4 contexts, by whoever registers this as a service with the property
 * {@link #NAME}. It is used by the contexts that are configured to ({@code allocator = NAME}).
 *
 * <p>Called by the thread that makes or closes an object, inside of libmlx4 and with its locks
 * held: it must not call verbs, and should not wait. Any number of threads may be inside.
 *
 * <p>What an instance has given is given back to that instance, also after its service is gone: it
 * answers for its memory until all of it has come back. No other allocator ever gets it.
 */
@ConsumerType
public interface BufferAllocator {
    /**
     * The service property with the name of the allocator: letters, digits, {@code . _ -}; none of
     * {@code system}, {@code hugepage}, {@code arena}.
     */
    String NAME = "rdma.allocator";

    /**
     * Gives memory that nothing else lies in the pages of, readable and writable.
     *
     * @param bytes 1 or more, a multiple of the page size
     * @return its address, a multiple of the page size; 0 if there is none, which the library
     *     reports as ENOMEM unless the configuration allows other memory. What it throws counts as
     *     0
     */
    long allocate(long bytes);

    /**
     * Takes back what {@link #allocate} of this instance gave. What it throws is counted, and the
     * memory as lost.
     *
     * @param bytes as many as were asked for
     */
    void free(long address, long bytes);
}
