// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

/**
 * Memory that an allocator gave.
 *
 * @param address as it was told; nothing of the simulation lies there
 * @param back gives it back to whoever gave it
 */
record Piece(long address, Runnable back) {}
