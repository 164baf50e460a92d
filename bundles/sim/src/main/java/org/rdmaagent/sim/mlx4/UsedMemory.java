// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Where the buffers of a context lie. The world's lock is held. */
final class UsedMemory {
    private final NavigableMap<Long, Long> ends = new TreeMap<>();

    /** Whether nothing of it was in use; then it is. */
    boolean add(long address, long bytes) {
        Map.Entry<Long, Long> before = ends.lowerEntry(address + bytes);
        if (before != null && before.getValue() > address) {
            return false;
        }
        ends.put(address, address + bytes);
        return true;
    }

    void remove(long address) {
        ends.remove(address);
    }
}
