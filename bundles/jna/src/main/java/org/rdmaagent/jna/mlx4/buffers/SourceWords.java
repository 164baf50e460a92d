// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

/** Words that several allocators use of themselves. */
final class SourceWords {
    private SourceWords() {}

    /** Where memory lies, and whether it stays there. */
    static String placement(int node, boolean locked) {
        return (node < 0 ? ", on no NUMA node of its own" : ", on NUMA node " + node)
                + (locked ? ", locked" : ", not locked");
    }
}
