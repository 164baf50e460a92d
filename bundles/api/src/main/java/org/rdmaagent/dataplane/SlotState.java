// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

/** What a poll loop does with one of its queues. */
public enum SlotState {
    /** There is no such queue yet, or it was taken away. */
    WAITING,
    /** There is no handler: the queue keeps what is completed. */
    PARKED,
    /** Polled, and handed to a handler. */
    ACTIVE,
    /**
     * The handler failed too often in a row, or with an Error: the queue keeps what is completed.
     */
    QUARANTINED,
    /** The queue overran or cannot be read any more: its queue pairs and it must be made anew. */
    DAMAGED
}
