// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/** What a counter counts. */
public enum CounterUnit {
    /** Octets. */
    BYTES,
    /** Packets. */
    PACKETS,
    /** Events or errors. */
    EVENTS,
    /** Ticks of the port's clock, in which it had data and could not send. */
    TICKS,
    /** The driver does not say. */
    UNKNOWN
}
