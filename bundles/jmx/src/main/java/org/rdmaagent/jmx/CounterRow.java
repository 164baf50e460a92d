// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Locale;
import org.rdmaagent.verbs.CounterValue;

/**
 * A counter on the wire.
 *
 * @param value unsigned, in {@code unit}; from 2^63 on it shows as negative; 0 if not available
 * @param unit {@code bytes}, {@code packets}, {@code events}, {@code ticks} or {@code unknown}
 * @param widthBits width of the register; 0 if unknown
 * @param saturated the true count is at least this
 * @param available whether there is a value
 * @param reason why there is none; empty if there is one
 * @param label a few words for people
 * @param source the file it was read from
 */
public record CounterRow(
        long value,
        String unit,
        int widthBits,
        boolean saturated,
        boolean available,
        String reason,
        String label,
        String source) {
    static CounterRow of(CounterValue counter) {
        return new CounterRow(
                counter.value(),
                counter.unit().name().toLowerCase(Locale.ROOT),
                counter.widthBits(),
                counter.saturated(),
                counter.available(),
                counter.reason(),
                counter.label(),
                counter.source());
    }
}
