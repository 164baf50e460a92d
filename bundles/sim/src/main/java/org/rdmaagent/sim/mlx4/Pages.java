// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

/** Pages of the simulated host. */
final class Pages {
    static final long BYTES = 4096;
    static final long HUGE_BYTES = 2L << 20;

    private Pages() {}

    /** Up to whole pages. */
    static long round(long bytes, long page) {
        return (bytes + page - 1) / page * page;
    }
}
