// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

/** What a poll loop is doing. */
public enum LoopState {
    /** Its thread polls, or waits for something to poll. */
    RUNNING,
    /** Somebody paused it: nothing is polled, the queues keep what is completed. */
    PAUSED,
    /** Its thread is ending or a new one is starting. */
    RESTARTING,
    /** It has no thread: its configuration cannot be, or it is being taken away. */
    STOPPED
}
