// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

/** The huge pages of the simulated host. */
final class HugePagePool {
    private static final int AT_FIRST = 512;

    private int pages = AT_FIRST;
    private long used;

    /** How many there are; those that are used stay. */
    void pages(int count) {
        pages = count;
    }

    void take(long count) throws NoMemory {
        if (used + count > pages) {
            throw new NoMemory(
                    "of the "
                            + pages
                            + " huge pages of the simulated host "
                            + used
                            + " are used, and "
                            + count
                            + " more are needed; raise /proc/sys/vm/nr_hugepages");
        }
        used += count;
    }

    void give(long count) {
        used -= count;
    }
}
