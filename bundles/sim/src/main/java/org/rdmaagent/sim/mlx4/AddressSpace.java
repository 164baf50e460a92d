// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

/** Hands out addresses of the simulated process; none comes twice. */
final class AddressSpace {
    private long next = 0x7f00_0000_0000L;

    /** Ordinary pages, as many as one likes. */
    Piece take(long bytes, Runnable back) {
        long address = next;
        next += Pages.round(bytes, Pages.BYTES);
        return new Piece(address, back);
    }
}
