// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.loop.LoopLimits;
import org.rdmaagent.dataplane.placement.PlacementWish;
import org.rdmaagent.spi.completion.PollingWay;

class LoopPlanTest {
    @Test
    void queuesAreEnough() {
        assertEquals(
                new LoopPlan(
                        "fast",
                        List.of("feed", "qp/a:b"),
                        new LoopLimits(16, IdleStrategy.BACKOFF, 100_000_000, 8),
                        PortWish.AUTO,
                        PlacementWish.ANY),
                LoopPlan.of(
                        Map.of(
                                "service.pid",
                                "org.rdmaagent.dataplane.loop~fast",
                                "queues",
                                " feed, qp/a:b,feed, ")));
    }

    @Test
    void everythingCanBeSaid() {
        assertEquals(
                new LoopPlan(
                        "other",
                        List.of("a", "b"),
                        new LoopLimits(64, IdleStrategy.EVENT, 5_000_000, 1),
                        new PortWish("peek+ffm", "ffm", PollingWay.PEEK),
                        new PlacementWish(3, PlacementWish.Policy.FIFO, 50)),
                LoopPlan.of(
                        Map.of(
                                "name", "other",
                                "queues", new String[] {"a", "b"},
                                "batchSize", "64",
                                "cpu", "3",
                                "priority", "fifo:50",
                                "idle", "EVENT",
                                "stallMillis", 5,
                                "port", "Peek+FFM",
                                "maxHandlerErrors", "1")));
    }

    @ParameterizedTest
    @CsvSource({
        "queues, ' , ', queues is missing",
        "batchSize, 0, batchSize lies in 1..64",
        "batchSize, 65, batchSize lies in 1..64",
        "batchSize, many, batchSize lies in 1..64",
        "cpu, -2, cpu lies in -1..65535",
        "priority, fifo:0, priority is default",
        "priority, fifo:100, priority is default",
        "priority, nice:20, priority is default",
        "priority, nice:-21, priority is default",
        "priority, high, priority is default",
        "idle, sleep, 'idle is spin, yield, backoff or event'",
        "port, best, 'port is auto, jna, ffm, peek+jna, peek+ffm or direct, not best'",
        "port, peek, 'port is auto, jna, ffm, peek+jna, peek+ffm or direct, not peek'",
        "port, peek+direct, 'port is auto, jna, ffm, peek+jna, peek+ffm or direct, not'",
        "stallMillis, 0, stallMillis lies in",
        "maxHandlerErrors, 0, maxHandlerErrors lies in",
    })
    void aWrongKeyIsNamed(String key, String value, String expected) {
        Map<String, String> keys =
                key.equals("queues") ? Map.of(key, value) : Map.of("queues", "feed", key, value);
        String message =
                String.valueOf(
                        assertThrows(IllegalArgumentException.class, () -> LoopPlan.of(keys))
                                .getMessage());
        assertTrue(message.startsWith(expected), message);
    }

    @ParameterizedTest
    @CsvSource({
        "file:/etc/org.rdmaagent.dataplane.loop-fast.cfg, x, fast",
        "'', org.rdmaagent.dataplane.loop~slow, slow",
        "'', org.rdmaagent.dataplane.loop.1234, org.rdmaagent.dataplane.loop.1234",
    })
    void theNameComesFromTheFileOrTheIdentity(String file, String pid, String name) {
        assertEquals(
                name,
                LoopPlan.name(Map.of("felix.fileinstall.filename", file, "service.pid", pid)));
    }

    @Test
    void misspeltKeysAreNamed() {
        assertEquals(
                Set.of("batchsize", "queue"),
                LoopPlan.unknown(
                        Map.of(
                                "queue", "a",
                                "batchsize", "3",
                                "cpu", "1",
                                "service.pid", "p",
                                "felix.fileinstall.filename", "f",
                                "component.id", 3)));
    }
}
