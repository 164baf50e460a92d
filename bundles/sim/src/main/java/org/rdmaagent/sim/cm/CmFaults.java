// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

/** How the subnet manager treats joins. The lock is held. */
final class CmFaults {
    private static final long USUAL_DELAY_NANOS = 50_000;

    private long joinDelayNanos = USUAL_DELAY_NANOS;
    private int nextFailure;
    private boolean sendOnly = true;

    long joinDelayNanos() {
        return joinDelayNanos;
    }

    void joinDelayNanos(long nanos) {
        joinDelayNanos = nanos;
    }

    /** The next join is answered with an error number. */
    void failNextJoin(int errno) {
        nextFailure = errno;
    }

    /** The error number for the join that is answered now; 0 if it succeeds. */
    int takeJoinFailure() {
        int failure = nextFailure;
        nextFailure = 0;
        return failure;
    }

    boolean sendOnlySupported() {
        return sendOnly;
    }

    void sendOnlySupported(boolean supported) {
        sendOnly = supported;
    }

    /** As it was at first. */
    void clear() {
        joinDelayNanos = USUAL_DELAY_NANOS;
        nextFailure = 0;
        sendOnly = true;
    }
}
