// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QueuePair;

/**
 * What is told of a queue pair.
 *
 * @param number its number
 * @param queue the name of the completion queue where it receives, as loops name it
 * @param loopback whether its own messages come back to it, and why, in words
 * @param posted whether the agent has posted receives for it
 */
public record PairFacts(QpNumber number, String queue, String loopback, boolean posted) {
    /** What is to be said of a receiver without receives of the agent. */
    public static final String UNPOSTED =
            "nothing is posted by the agent: give the queue pair receiveBytes in its file, or post"
                    + " receives, else nothing arrives";

    /** Of a membership that only sends. */
    public PairFacts forSending() {
        return new PairFacts(number, "", "it only sends: nothing arrives by this membership", true);
    }

    static String loopback(QueuePair pair, boolean wanted, String otherwise) {
        if (wanted) {
            return pair.init().blockMulticastLoopback()
                    ? "it was made so that its own messages do not come back"
                    : "its own messages come back";
        }
        return pair.init().blockMulticastLoopback()
                ? "its own messages are kept away, as asked for"
                : otherwise;
    }
}
