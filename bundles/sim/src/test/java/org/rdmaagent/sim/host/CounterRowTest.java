// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A counter never falls, and stops at its largest value. */
class CounterRowTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void itNeverFalls() {
        CounterRow row = new CounterRow("moving", 10, 1000, 64);
        long last = row.at(0);
        assertEquals(10, last);
        for (long nanos = 0; nanos < 180 * SECOND; nanos += SECOND / 10) {
            long now = row.at(nanos);
            assertTrue(now >= last, () -> "it fell");
            last = now;
        }
        assertNear(10 + 120_000, row.at(120 * SECOND));
    }

    @Test
    void itStopsAtTheEndOfItsRegister() {
        assertEquals(15, new CounterRow("four bits", 14, 1, 4).at(100 * SECOND));
        assertEquals(0xffff_ffffL, new CounterRow("wide", 0, 1e12, 32).at(SECOND));
    }

    @Test
    void unicastAndMulticastMakeUpThePackets() {
        long packets = 0;
        long parts = 0;
        for (CounterRow row : PortTraffic.healthy(7_000_000_000L)) {
            if (row.file().equals("port_xmit_packets")) {
                packets = row.at(77 * SECOND);
            } else if (row.file().endsWith("cast_xmit_packets")) {
                parts += row.at(77 * SECOND);
            }
        }
        assertNear(packets, parts);
    }

    private static void assertNear(long expected, long actual) {
        assertTrue(Math.abs(expected - actual) <= 2, () -> expected + " is not " + actual);
    }
}
