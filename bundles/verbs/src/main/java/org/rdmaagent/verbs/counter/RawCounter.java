// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

/**
 * What a counter file held.
 *
 * @param available whether it held a number
 * @param value the number, 64 bits unsigned, in the unit of the register; 0 if not available
 * @param reason why there is none; empty if there is one
 */
record RawCounter(boolean available, long value, String reason) {
    static RawCounter of(long value) {
        return new RawCounter(true, value, "");
    }

    static RawCounter missing(String reason) {
        return new RawCounter(false, 0, reason);
    }
}
