// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.itests.jvm.verbs.Emulator;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.itests.jvm.verbs.Refusals;
import org.rdmaagent.mlx4.LogWqsRange;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/** LOG_WQS_RANGE_SZ, and what the last command carried of it. */
public final class RangeCases {
    private static final int BOUND = 7;
    private static final WqInit SMALL = new WqInit(WqType.RQ, 16, 1);

    private RangeCases() {}

    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("the next work queue uses it, once", RangeCases::once),
                new NamedCase("a failed one keeps it", RangeCases::kept),
                new NamedCase("a later value overwrites it", RangeCases::overwritten),
                new NamedCase("0 and the bound are taken, no more", RangeCases::limits),
                new NamedCase("a plan sets it at opening", RangeCases::planned),
                new NamedCase("a plan above the bound is told", RangeCases::plannedTooLarge),
                new NamedCase("refused sizes are not put down to a range", RangeCases::sizes),
                new NamedCase("a table stands on one range", RangeCases::table));
    }

    /** A context with what work queues need. */
    private static final class Queues implements AutoCloseable {
        final Card card;
        final ContextHandle context;
        final Mlx4Context attributes;
        final PdHandle pd;
        final CqHandle cq;
        private int made;

        Queues(Card card) {
            this.card = card;
            context = card.open("context");
            attributes = card.attributes("context");
            pd = context.allocPd("pd");
            cq = context.createCq("cq", 100, null, 0);
        }

        WqHandle make() {
            return pd.createWq("wq" + ++made, SMALL, cq);
        }

        LogWqsRange range() {
            return attributes.status().logWqsRange();
        }

        @Override
        public void close() {
            card.close();
        }
    }

    private static long carried() {
        return Emulator.mlx4emu_stat("last_wq_log_range");
    }

    private static void once() {
        try (Queues queues = new Queues(new Card())) {
            assertEquals(new LogWqsRange(0, 0, 0, 0, BOUND), queues.range());
            queues.make();
            assertEquals(0, carried());
            queues.attributes.setLogWqsRangeSize(2);
            assertEquals(new LogWqsRange(2, 0, 1, 0, BOUND), queues.range());
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                numbers.add(queues.make().number());
                assertEquals(i == 0 ? 2 : 0, carried());
                assertEquals(new LogWqsRange(0, 2, 1, 1, BOUND), queues.range());
            }
            assertEquals(0, numbers.get(0) % 4);
            assertEquals(numbers.get(0) + 3, numbers.get(3));
        }
    }

    private static void kept() {
        try (Queues queues = new Queues(new Card())) {
            queues.attributes.setLogWqsRangeSize(1);
            WqHandle first = queues.make();
            queues.attributes.setLogWqsRangeSize(2);
            for (int i = 0; i < 2; i++) {
                Refusals.refused(
                        "EINVAL",
                        queues::make, // the last range is not full
                        "a range of 2^2 is pending while the last one is not full",
                        "set LOG_WQS_RANGE_SZ to 0");
                assertEquals(2, carried());
                assertEquals(new LogWqsRange(2, 1, 2, 1, BOUND), queues.range());
            }
            queues.attributes.setLogWqsRangeSize(0);
            assertEquals(first.number() + 1, queues.make().number());
            assertEquals(0, carried());
            assertEquals(new LogWqsRange(0, 1, 3, 1, BOUND), queues.range());
        }
    }

    private static void overwritten() {
        try (Queues queues = new Queues(new Card())) {
            queues.attributes.setLogWqsRangeSize(5);
            queues.attributes.setLogWqsRangeSize(3);
            queues.make();
            assertEquals(3, carried());
            assertEquals(new LogWqsRange(0, 3, 2, 1, BOUND), queues.range());
        }
    }

    private static void limits() {
        try (Queues queues = new Queues(new Card())) {
            queues.attributes.setLogWqsRangeSize(0);
            queues.attributes.setLogWqsRangeSize(BOUND);
            for (int each : List.of(-1, BOUND + 1, 255, 256)) {
                Refusals.refused(
                        "EINVAL", () -> queues.attributes.setLogWqsRangeSize(each), "0 to 7");
            }
            assertEquals(BOUND, queues.range().pending());
            queues.make();
            assertEquals(BOUND, carried());
        }
    }

    private static void planned() {
        try (Queues queues = new Queues(new Card(Card.range("context", 3)))) {
            assertEquals(new LogWqsRange(3, 0, 1, 0, BOUND), queues.range());
            queues.make();
            assertEquals(3, carried());
            queues.card.mlx4.setPlans(List.of(Card.range("context", 4)));
            assertTrue(queues.attributes.status().needsReopen());
            assertEquals(0, queues.range().pending());
            queues.card.mlx4.setPlans(List.of(Card.range("context", 3)));
            assertFalse(queues.attributes.status().needsReopen());
            queues.card.mlx4.setPlans(List.of());
            assertFalse(queues.attributes.status().needsReopen());
        }
    }

    private static void plannedTooLarge() {
        try (Queues queues = new Queues(new Card(Card.range("*", BOUND + 1)))) {
            assertTrue(queues.attributes.status().note().contains("0 to 7"));
            queues.make();
            assertEquals(0, carried());
        }
    }

    private static void sizes() {
        try (Queues queues = new Queues(new Card())) {
            WqInit large = new WqInit(WqType.RQ, 1 << 30, 1);
            String refusal =
                    Refusals.refused("EINVAL", () -> queues.pd.createWq("wq", large, queues.cq))
                            .remedy();
            assertTrue(refusal.startsWith("a work queue of this device has 1 to"), refusal);
            assertFalse(refusal.contains("RESET") || refusal.contains("RANGE"), refusal);
            SrqAttributes none = new SrqAttributes(0, 1, 0);
            refusal = Refusals.refused("EINVAL", () -> queues.pd.createSrq("srq", none)).remedy();
            assertTrue(refusal.endsWith("segments"), refusal);
        }
    }

    private static void table() {
        try (Queues queues = new Queues(new Card())) {
            queues.attributes.setLogWqsRangeSize(2);
            List<WqHandle> row = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                row.add(queues.make());
            }
            queues.context.createRwqTable("table", row).close();
        }
    }
}
