// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmpWindowTest {
    private static final long ROUND_TRIP = 20_000;

    @Test
    void it_begins_small_and_doubles_with_each_round_trip_up_to_the_most() {
        SmpWindow window = new SmpWindow(100);
        assertEquals(4, window.size());
        answer(window, 4);
        assertEquals(8, window.size());
        answer(window, 8);
        assertEquals(16, window.size());
        answer(window, 1000);
        assertEquals(100, window.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_most_below_the_first_size_counts(int most) {
        SmpWindow window = new SmpWindow(most);
        assertEquals(most, window.size());
        answer(window, 50);
        window.timedOut(0, 1);
        assertEquals(most, window.size());
    }

    @Test
    void a_time_out_halves_it_once_for_what_was_sent_before() {
        SmpWindow window = new SmpWindow(64);
        answer(window, 64);
        for (int lost = 0; lost < 20; lost++) {
            window.timedOut(1000 + lost, 500_000 + lost);
        }
        assertEquals(32, window.size());
        window.timedOut(500_100, 1_000_000);
        assertEquals(16, window.size());
    }

    @Test
    void after_a_time_out_it_grows_by_one_with_each_round_trip() {
        SmpWindow window = new SmpWindow(64);
        answer(window, 64);
        window.timedOut(0, 1);
        answer(window, 33);
        assertEquals(33, window.size());
        answer(window, 34);
        assertEquals(34, window.size());
    }

    @Test
    void it_never_gets_so_small_that_nothing_moves() {
        SmpWindow window = new SmpWindow(64);
        for (int lost = 0; lost < 50; lost++) {
            window.timedOut(lost * 10L, lost * 10L + 5);
        }
        assertEquals(4, window.size());
    }

    @Test
    void late_is_much_later_than_others_are() {
        SmpWindow window = new SmpWindow(16);
        assertEquals(1_000_000, window.lateNanos());
        for (int answer = 0; answer < 200; answer++) {
            window.answered(500_000);
        }
        assertEquals(4_000_000, window.lateNanos());
        window.answered(50_000_000);
        assertTrue(window.lateNanos() < 50_000_000, "one that is late does not change much");
    }

    private static void answer(SmpWindow window, int times) {
        for (int answer = 0; answer < times; answer++) {
            window.answered(ROUND_TRIP);
        }
    }
}
