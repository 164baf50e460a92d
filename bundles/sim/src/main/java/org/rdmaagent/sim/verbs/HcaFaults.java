// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.HashMap;
import java.util.Map;

/** What a test wants to go wrong on a device. The world's lock is held. */
final class HcaFaults {
    private record Strike(int errno, int times) {}

    private final Map<String, Strike> strikes = new HashMap<>();
    private long memlockBytes = Long.MAX_VALUE;
    private long lockedBytes;

    /** The next calls of a function fail. */
    void fail(String call, int errno, int times) {
        strikes.put(call, new Strike(errno, times));
    }

    /** Fails if the function is to fail. */
    void strike(String call, String subject) {
        Strike strike = strikes.get(call);
        if (strike == null) {
            return;
        }
        if (strike.times == 1) {
            strikes.remove(call);
        } else {
            strikes.put(call, new Strike(strike.errno, strike.times - 1));
        }
        throw Refusal.of(call, strike.errno, subject, "a simulated failure: try again");
    }

    /** How much memory may be registered. */
    void memlock(long bytes) {
        memlockBytes = bytes;
    }

    /** Pins memory, if the limit allows. */
    void pin(String call, String subject, long bytes) {
        if (lockedBytes + bytes > memlockBytes) {
            throw Refusal.of(
                    call,
                    Refusal.ENOMEM,
                    subject,
                    "raise the memlock limit of "
                            + memlockBytes
                            + " bytes (ulimit -l, LimitMEMLOCK of the unit), "
                            + lockedBytes
                            + " are locked already, or register less than "
                            + bytes);
        }
        lockedBytes += bytes;
    }

    void unpin(long bytes) {
        lockedBytes -= bytes;
    }

    /** Ends all of it; what is pinned stays pinned. */
    void clear() {
        strikes.clear();
        memlockBytes = Long.MAX_VALUE;
    }
}
