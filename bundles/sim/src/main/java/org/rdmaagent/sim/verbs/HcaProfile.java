// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.SrqAttributes;

/** Where the drivers differ. */
enum HcaProfile {
    /** mlx4_ib with libmlx4. */
    MLX4(2, true, true, true, false, 928, Refusal.ENOMEM) {
        @Override
        QpCapabilities granted(QpCapabilities asked, boolean shared) {
            return new QpCapabilities(
                    asked.maxSendWr(),
                    shared ? 0 : powerOfTwo(Math.max(1, asked.maxRecvWr())),
                    asked.maxSendSge(),
                    shared ? 0 : powerOfTwo(Math.max(1, asked.maxRecvSge())),
                    asked.maxInlineData());
        }
    },
    /** rdma_rxe. */
    RXE(1, false, false, false, true, 480, Refusal.EINVAL) {
        @Override
        QpCapabilities granted(QpCapabilities asked, boolean shared) {
            return new QpCapabilities(
                    asked.maxSendWr(),
                    shared ? 0 : asked.maxRecvWr(),
                    asked.maxSendSge(),
                    shared ? 0 : asked.maxRecvSge(),
                    asked.maxInlineData());
        }
    };

    /** Completion vectors. */
    final int vectors;

    /** Whether there are receive work queues and their tables. */
    final boolean workQueues;

    /** Whether there are extended reliable connections. */
    final boolean xrc;

    /** Whether completion queues can be moderated. */
    final boolean moderation;

    /**
     * Whether it is the kernel's driver in software, whose answers are its own here and there; what
     * is said of it was seen with Linux 6.1.
     */
    final boolean software;

    /** Bytes that a send request may carry inline. */
    final int largestInline;

    /** What a request with too many segments or bytes is refused with. */
    final int tooLarge;

    HcaProfile(
            int vectors,
            boolean workQueues,
            boolean xrc,
            boolean moderation,
            boolean software,
            int largestInline,
            int tooLarge) {
        this.vectors = vectors;
        this.workQueues = workQueues;
        this.xrc = xrc;
        this.moderation = moderation;
        this.software = software;
        this.largestInline = largestInline;
        this.tooLarge = tooLarge;
    }

    /** By the name of the driver. */
    static HcaProfile of(String driver) {
        return "mlx4_core".equals(driver) ? MLX4 : RXE;
    }

    /** The sizes of a queue pair. */
    abstract QpCapabilities granted(QpCapabilities asked, boolean shared);

    /** The entries of a completion queue: both drivers keep a ring of a power of two. */
    int grantedEntries(int asked) {
        return powerOfTwo(asked + 1) - 1;
    }

    /** How many requests a queue takes: in software its whole ring, which may be more. */
    int ring(int granted) {
        return software ? grantedEntries(granted) : granted;
    }

    /** The sizes of a shared receive queue. */
    SrqAttributes granted(SrqAttributes asked) {
        return new SrqAttributes(grantedEntries(asked.maxWr()), asked.maxSge(), 0);
    }

    static int powerOfTwo(int least) {
        return least <= 1 ? 1 : Integer.highestOneBit(least - 1) << 1;
    }
}
