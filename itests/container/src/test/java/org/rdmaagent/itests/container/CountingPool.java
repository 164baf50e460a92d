// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.rdmaagent.mlx4.BufferAllocator;

/** Addresses that nobody uses, and whether each comes back as it was given. */
final class CountingPool implements BufferAllocator {
    private static final long APART = 1L << 32;

    private final Map<Long, Long> given = new ConcurrentHashMap<>();
    private long next = APART;
    private volatile boolean wrong;

    @Override
    public synchronized long allocate(long bytes) {
        next += APART;
        given.put(next, bytes);
        return next;
    }

    @Override
    public void free(long address, long bytes) {
        Long expected = given.remove(address);
        wrong |= expected == null || expected != bytes;
    }

    /** How many it has not got back. */
    int out() {
        return given.size();
    }

    /** Whether it got back something else than it gave. */
    boolean isWronged() {
        return wrong;
    }
}
