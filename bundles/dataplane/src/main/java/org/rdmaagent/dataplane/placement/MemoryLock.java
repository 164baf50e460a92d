// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.placement;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.ThreadScheduling;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the memory of the process is kept in RAM: asked for and granted. Any thread. */
public final class MemoryLock {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryLock.class);

    private boolean wanted;
    private @Nullable ThreadScheduling scheduling;
    private @Nullable ThreadScheduling lockedBy;
    private String refusal = "";

    /** Whether it is wanted. */
    public synchronized void want(boolean on) {
        wanted = on;
        settle();
    }

    /** Who can ask the kernel for it, if anybody can. */
    public synchronized void by(@Nullable ThreadScheduling next) {
        scheduling = next;
        if (lockedBy != next) {
            // The lock is the process's and stays; the provider must not be kept.
            lockedBy = null;
        }
        settle();
    }

    private void settle() {
        ThreadScheduling present = scheduling;
        refusal = "";
        if (present == null) {
            return;
        }
        try {
            if (wanted && lockedBy == null) {
                present.lockMemory();
                lockedBy = present;
            } else if (!wanted && lockedBy != null) {
                present.unlockMemory();
                lockedBy = null;
            }
        } catch (RuntimeException | LinkageError e) {
            // A provider on its way out may throw anything.
            refusal = String.valueOf(e.getMessage());
            LOG.warn("lockMemory = {} of org.rdmaagent.dataplane.cfg: {}", wanted, refusal);
        }
    }

    /** Why it is not as it is wanted; empty if it is. */
    public synchronized String refusal() {
        if (!refusal.isEmpty()) {
            return refusal;
        }
        return wanted && lockedBy == null ? "no provider can ask the kernel for it" : "";
    }

    /** What was asked for and what was granted, in one sentence. */
    public synchronized String text() {
        String why = refusal();
        if (!why.isEmpty()) {
            return (wanted ? "asked for and not granted: " : "not given up: ") + why;
        }
        return wanted ? "asked for and granted" : "not asked for";
    }
}
