// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

/** What is told of a poll loop. */
public enum LoopEventKind {
    /** A turn of the loop takes longer than the stall limit; told while it lasts. */
    STALL,
    /** That turn is over. */
    STALL_ENDED,
    /** A handler failed; told for the first failure of a row. */
    HANDLER_FAILED,
    /** A handler allocates memory in each batch that is looked at; told once for a handler. */
    HANDLER_ALLOCATES,
    /** A queue was put into quarantine: its handler failed too often in a row, or with an Error. */
    QUARANTINED,
    /** A queue left its quarantine. */
    RELEASED,
    /** The handler of a queue changed, or went. */
    HANDLER_CHANGED,
    /** A queue came, and is polled if there is a handler. */
    QUEUE_FOUND,
    /** A queue went. */
    QUEUE_LOST,
    /** A queue overran or cannot be read any more. */
    QUEUE_DAMAGED,
    /** The thread of a loop died of an error, and another one went on. */
    RESTARTED,
    /** Priority, CPU or locked memory was asked for and not granted. */
    PLACEMENT_REFUSED
}
