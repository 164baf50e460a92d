// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Set;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.mlx4.Mlx4Library;

/** What the cases of {@link Mlx4Contract} run on. */
public interface Mlx4Rig {
    /** The provider's libmlx4. */
    Mlx4Library mlx4();

    /** The provider's libibverbs. */
    VerbsLibrary verbs();

    /** A device of mlx4 with work queues, on which nothing is open but what the cases make. */
    String device();

    /** A device of another driver. */
    String foreignDevice();

    /** The name of that driver, as a refusal has to tell it. */
    String foreignDriver();

    /** Bytes of an entry of a completion queue: 32 or 64. */
    int cqeBytes();

    /** What it does. */
    Set<Mlx4Trait> traits();

    /** An allocator comes, as a service of this name would. */
    void addAllocator(String name, BufferAllocator allocator);

    /** It goes again. */
    void removeAllocator(String name, BufferAllocator allocator);

    /**
     * Memory for an allocator of the cases.
     *
     * @param bytes a multiple of 4096
     * @return an address that is a multiple of 4096, of memory that the library can use if it is a
     *     real one
     */
    long takePages(long bytes);

    /** Takes such memory back. */
    void givePages(long address, long bytes);

    /**
     * The next {@code ibv_create_wq} on {@link #device} fails, after libmlx4 was asked; only with
     * {@link Mlx4Trait#WORK_QUEUE_FAULT}.
     */
    default void failNextWorkQueue() {
        throw new UnsupportedOperationException("this rig cannot have a work queue fail");
    }

    /** How often the long case makes and closes objects. */
    default int rounds() {
        return 500;
    }

    /** How often each of the four threads of the race does. */
    default int raceRounds() {
        return 100;
    }
}
