// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

/** Who gives memory. The world's lock is held. */
interface BufferSource {
    /**
     * Gives memory.
     *
     * @param bytes whole pages
     */
    Piece take(long bytes) throws NoMemory;

    /** What there is to say of it. */
    String detail();
}
