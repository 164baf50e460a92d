// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.selftest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void ofNothingEverythingIsZero() {
        Latencies none = new Latencies();
        assertEquals(0, none.count());
        assertEquals(0, none.percentile(50));
    }

    @Test
    void aPercentileIsTheLeastValueThatSoManyDoNotExceed() {
        Latencies hundred = new Latencies();
        for (int i = 100; i >= 1; i--) {
            hundred.add(i);
        }
        assertEquals(100, hundred.count());
        assertEquals(1, hundred.percentile(1));
        assertEquals(50, hundred.percentile(50));
        assertEquals(99, hundred.percentile(99));
        assertEquals(100, hundred.percentile(100));
    }

    @Test
    void ofOneValueEveryPercentileIsThatValue() {
        Latencies one = new Latencies();
        one.add(7);
        assertEquals(7, one.percentile(1));
        assertEquals(7, one.percentile(99));
        Latencies three = new Latencies();
        three.add(3);
        three.add(1);
        three.add(2);
        assertEquals(2, three.percentile(50));
        assertEquals(3, three.percentile(99));
    }
}
