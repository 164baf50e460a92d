// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.device;

import org.rdmaagent.PortState;
import org.rdmaagent.verbs.Port;

/** What to do about a port that carries no data. */
public final class PortAdvice {
    private PortAdvice() {}

    /** State and remedy in one sentence; for a port that is not ACTIVE. */
    public static String of(Port port) {
        PortState state = port.attributes().state();
        String remedy =
                switch (state) {
                    case INIT -> "no subnet manager has configured it: start one";
                    case ARMED -> "the subnet manager has not finished: wait, or look at its log";
                    default -> "check the cable, the partner port and that it is enabled";
                };
        return port.id() + " is " + state + " (" + port.attributes().physState() + "): " + remedy;
    }
}
