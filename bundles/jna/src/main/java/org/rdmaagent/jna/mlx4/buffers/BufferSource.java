// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

/** An allocator as one context uses it. For any thread. */
public interface BufferSource extends AutoCloseable {
    /** As the configuration names it. */
    String name();

    /**
     * Gives memory that nothing else lies in the pages of.
     *
     * @param bytes 1 or more, a multiple of the page size
     */
    Lot take(long bytes) throws NoBufferException;

    /**
     * Makes sure that the library can write to what {@link #take} gave, and gives it back where it
     * cannot.
     */
    default void check(Lot lot, long bytes) throws NoBufferException {}

    /** What is to be known of it now, in words. */
    String detail();

    /** What is not as planned, and why; empty if all is. */
    default String trouble() {
        return "";
    }

    /** Whether making it anew might give a better one. */
    default boolean usable() {
        return true;
    }

    /** All that it gave has come back, and nothing more will be asked for. */
    @Override
    default void close() {}
}
