// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

/** What is to be done next for a membership. */
enum Step {
    /** Make everything that the join needs, and ask. */
    PREPARE,
    /** Wait for the answer. */
    ASKED,
    /** Attach the queue pair. */
    ANSWERED,
    /** Nothing: it is a member. */
    MEMBER,
    /** Detach and leave. */
    LEAVE,
    /** Let the queue run empty. */
    DRAIN,
    /** Nothing: it failed, or was left. */
    REST;

    /** Whether the group is asked for by a queue pair that is there. */
    boolean isAsked() {
        return this == ASKED || this == ANSWERED || this == MEMBER;
    }
}
