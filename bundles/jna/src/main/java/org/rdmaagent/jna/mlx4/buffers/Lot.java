// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

/**
 * Memory that was given.
 *
 * @param address of its first byte
 * @param giver who takes it back
 */
record Lot(long address, Giver giver) {
    /** Who takes memory back that it gave. */
    @FunctionalInterface
    interface Giver {
        /**
         * Takes it back.
         *
         * @param bytes as many as were asked for
         */
        void takeBack(long address, long bytes);
    }
}
