// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * A piece of registered memory ({@code struct ibv_sge}).
 *
 * @param address its first byte, as {@link MemoryRegion#address} counts
 * @param length bytes, 0 to 2^32 - 1
 * @param lkey the local key of the region
 */
public record ScatterGather(long address, long length, int lkey) {
    /** Checks the range. */
    public ScatterGather {
        Ranges.check("length", length, 0xffff_ffffL);
    }
}
