// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

import org.rdmaagent.dataplane.IdleStrategy;

/** The idle strategies. */
public final class Idles {
    private Idles() {}

    /** A new one for a loop. */
    public static Idle of(IdleStrategy strategy, Turns turns) {
        return switch (strategy) {
            case SPIN -> new SpinIdle(turns);
            case YIELD -> new YieldIdle(turns);
            case BACKOFF -> new BackoffIdle(turns, Parking::park);
            case EVENT -> new EventIdle(turns, new BackoffIdle(turns, Parking::park));
        };
    }
}
