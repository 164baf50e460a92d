// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.util.List;
import org.rdmaagent.spi.completion.PollingWay;

/**
 * A way to poll.
 *
 * @param label of its row
 * @param kind as a port says
 * @param access what it calls native code with
 * @param polling how it finds out
 */
record Way(String label, String kind, String access, PollingWay polling) {
    static final String JNA = "jna";
    static final String FFM = "ffm";

    /** All of them. */
    static final List<Way> ALL =
            List.of(
                    new Way("jna", "jna", JNA, PollingWay.CALL),
                    new Way("peek+jna", "peek+jna", JNA, PollingWay.PEEK),
                    new Way("direct (jna)", "direct", JNA, PollingWay.DIRECT),
                    new Way("ffm", "ffm", FFM, PollingWay.CALL),
                    new Way("peek+ffm", "peek+ffm", FFM, PollingWay.PEEK),
                    new Way("direct (ffm)", "direct", FFM, PollingWay.DIRECT));

    /** Whether a queue that it polls needs a ring of receives. */
    boolean needsRing() {
        return polling == PollingWay.DIRECT;
    }
}
