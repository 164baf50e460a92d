// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.figures;

import java.util.concurrent.atomic.AtomicLong;

/** A number that one thread writes, without a locked instruction, and any thread reads. */
public final class Tally {
    private final AtomicLong value = new AtomicLong();

    /** Adds. The writer only. */
    public void add(long more) {
        value.setRelease(value.getPlain() + more);
    }

    /** Keeps the larger one. The writer only. */
    public void atLeast(long candidate) {
        if (candidate > value.getPlain()) {
            value.setRelease(candidate);
        }
    }

    /** Becomes this. The writer only. */
    public void set(long next) {
        value.setRelease(next);
    }

    /** Back to 0. The writer only. */
    public void reset() {
        value.setRelease(0);
    }

    /** As it is. Any thread. */
    public long get() {
        return value.getAcquire();
    }
}
