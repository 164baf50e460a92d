// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Instant;
import java.util.List;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.CounterService;
import org.rdmaagent.verbs.CounterSnapshot;
import org.rdmaagent.verbs.CounterUnit;
import org.rdmaagent.verbs.CounterValue;

/** The same few counters for each port. */
final class MemoryCounters implements CounterService {
    static final Instant TAKEN = Instant.parse("2026-01-01T12:00:00Z");

    @Override
    public CounterSnapshot snapshot(PortId port) {
        return new CounterSnapshot(
                port,
                TAKEN,
                12,
                List.of(
                        new CounterValue(
                                "xmitDataBytes",
                                "data sent",
                                CounterUnit.BYTES,
                                64,
                                true,
                                4000,
                                false,
                                "counters/port_xmit_data",
                                ""),
                        new CounterValue(
                                "linkDowned",
                                "falls",
                                CounterUnit.EVENTS,
                                8,
                                true,
                                255,
                                true,
                                "counters/link_downed",
                                ""),
                        new CounterValue(
                                "xmitWaitTicks",
                                "waits",
                                CounterUnit.TICKS,
                                32,
                                false,
                                0,
                                false,
                                "counters/port_xmit_wait",
                                "no PMA"),
                        new CounterValue(
                                "out_of_sequence",
                                "out of sequence",
                                CounterUnit.UNKNOWN,
                                0,
                                true,
                                -1,
                                false,
                                "hw_counters/out_of_sequence",
                                "")));
    }
}
