// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.mlx4.LogWqsRange;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

class PlansTest {
    private static ContextPlan plan(String device, String context, String origin) {
        AllocatorPlan arena = new AllocatorPlan("arena", 4096, false, -1, false);
        return new ContextPlan(device, context, arena, 0, origin);
    }

    private static final List<ContextPlan> ALL =
            List.of(
                    plan("mlx4_0", "*", "all"),
                    plan("mlx4_0", "qp/*", "pairs"),
                    plan("mlx4_0", "qp/feed*", "feeds"),
                    plan("mlx4_0", "qp/feed", "feed"),
                    plan("mlx4_0", "qp/feed", "second"),
                    plan("mlx4_1", "*", "other"));

    @ParameterizedTest
    @CsvSource({
        "mlx4_0, qp/feed, feed",
        "mlx4_0, qp/feed2, feeds",
        "mlx4_0, qp/x, pairs",
        "mlx4_0, events, all",
        "mlx4_1, qp/feed, other",
        "mlx4_2, qp/feed, default"
    })
    void theNearestPlanIsTaken(String device, String context, String origin) {
        assertEquals(origin, Plans.best(ALL, device, context).origin());
    }

    @ParameterizedTest
    @CsvSource({"0, -1, 255", "1, 0, 0", "128, 7, 7", "129, 7, 7", "4294967295, 31, 31"})
    void theBoundIsThatOfTheLongestTable(long table, int bound, int largest) {
        RangeSize range = new RangeSize(table);
        assertEquals(bound, range.status().bound());
        assertEquals(largest, range.largest());
    }

    @Test
    void aValueIsUsedOnce() {
        RangeSize range = new RangeSize(128);
        range.use();
        range.set(3);
        range.set(2);
        assertEquals(new LogWqsRange(2, 0, 2, 0, 7), range.status());
        range.use();
        range.use();
        assertEquals(new LogWqsRange(0, 2, 2, 1, 7), range.status());
    }
}
