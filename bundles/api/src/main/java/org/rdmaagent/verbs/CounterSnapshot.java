// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.time.Instant;
import java.util.List;
import org.rdmaagent.PortId;

/**
 * The counters of a port, read one after the other within {@code readMicros}.
 *
 * @param port which port
 * @param takenAt when the reading began
 * @param readMicros how long it took, microseconds
 * @param values the counters, by name
 */
public record CounterSnapshot(
        PortId port, Instant takenAt, long readMicros, List<CounterValue> values) {
    /** Copies the list. */
    public CounterSnapshot {
        values = List.copyOf(values);
    }
}
