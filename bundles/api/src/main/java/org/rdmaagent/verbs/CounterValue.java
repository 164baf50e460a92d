// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * One counter as it was read.
 *
 * @param name the unit is part of the name: {@code xmitDataBytes}; hardware counters keep the
 *     driver's name
 * @param label a few words for people
 * @param unit what is counted
 * @param widthBits the width of the register it comes from; 0 if unknown
 * @param available whether there is a value
 * @param value the value, unsigned, in {@code unit}; 0 if not available
 * @param saturated the register stands at its largest value: the true count is at least this
 * @param source the file it was read from, relative to the port's folder in sysfs
 * @param reason why there is no value; empty if there is one
 */
public record CounterValue(
        String name,
        String label,
        CounterUnit unit,
        int widthBits,
        boolean available,
        long value,
        boolean saturated,
        String source,
        String reason) {}
