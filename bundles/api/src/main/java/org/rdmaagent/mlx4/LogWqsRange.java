// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

/**
 * The attribute LOG_WQS_RANGE_SZ of a context. The library has no way to read it back: this is what
 * the agent set, and saw used.
 *
 * @param pending log2 of the number of work queues in the range that the next successful {@code
 *     ibv_create_wq(3)} reserves; 0 if none was set, or it was used. A creation that fails leaves
 *     it, so that later ones fail in the same way until it is overwritten
 * @param lastUsed the last value that a creation used; 0 if none did
 * @param set how often it was set
 * @param used how often a creation used a value other than 0
 * @param bound the largest value, log2 of {@code max_rwq_indirection_table_size}; -1 if the device
 *     does not tell it (no Ethernet port, so no RSS)
 */
public record LogWqsRange(int pending, int lastUsed, long set, long used, int bound) {
    /** The largest value that the attribute (uint8_t) can carry. */
    public static final int MAX = 255;
}
