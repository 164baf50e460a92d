// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;

class QueuePairPlanTest {
    @Test
    void onlyTheDeviceIsNeeded() {
        assertEquals(
                new QueuePairPlan(
                        "feed",
                        new PortId("mlx4_0", 1),
                        new QpInit(QpType.UD, new QpCapabilities(64, 256, 1, 1, 0), true),
                        0x1111_1111,
                        0,
                        "feed",
                        one(new QueuePlan("feed", 320, true, true, 0)),
                        0),
                QueuePairPlan.of("feed", Map.of("device", " mlx4_0 ")));
    }

    @Test
    void everythingCanBeSaid() {
        Map<String, String> keys = new HashMap<>();
        keys.put("device", "rxe0");
        keys.put("port", "2");
        keys.put("type", "RC");
        keys.put("qkey", "0xffffffff");
        keys.put("pkeyIndex", "3");
        keys.put("maxSendWr", "1");
        keys.put("maxRecvWr", "2");
        keys.put("maxSendSge", "3");
        keys.put("maxRecvSge", "4");
        keys.put("maxInlineData", "5");
        keys.put("completionQueue", "cq1");
        keys.put("sendCompletionQueue", "cq2");
        keys.put("completionEntries", "77");
        keys.put("completionChannel", "false");
        keys.put("completionVector", "2");
        keys.put("context", "group");
        keys.put("receiveBytes", "1500");
        assertEquals(
                new QueuePairPlan(
                        "x",
                        new PortId("rxe0", 2),
                        new QpInit(QpType.RC, new QpCapabilities(1, 2, 3, 4, 5), true),
                        -1,
                        3,
                        "group",
                        new PlanQueues(
                                new QueuePlan("cq1", 77, true, false, 2),
                                new QueuePlan("cq2", 1, true, false, 2)),
                        1500),
                QueuePairPlan.of("x", keys));
    }

    @ParameterizedTest
    @CsvSource({
        "device, '', device is missing",
        "port, 0, 'port lies in 1..255, not 0'",
        "port, one, 'port lies in 1..255, not one'",
        "type, XRC, 'type is UD, RC or UC, not XRC'",
        "qkey, 0x100000000, 'qkey lies in 0..0xffffffff, not 0x100000000'",
        "qkey, -1, qkey lies in",
        "qkey, key, qkey lies in",
        "pkeyIndex, 65536, pkeyIndex lies in 0..65535",
        "maxSendWr, 0, maxSendWr lies in 1..",
        "maxRecvWr, 99999999999, maxRecvWr lies in 1..",
        "maxSendSge, 0, maxSendSge lies in",
        "maxRecvSge, 257, maxRecvSge lies in",
        "maxInlineData, -1, maxInlineData lies in",
        "completionEntries, 0, completionEntries lies in",
        "completionChannel, yes, 'completionChannel is true or false, not yes'",
        "completionVector, -1, completionVector lies in 0..65535",
        "receiveBytes, 1073741825, receiveBytes lies in 0..1073741824",
        "receiveBytes, 4194304, 'network headers included: the most is 1073741824'"
    })
    void aWrongKeyIsNamed(String key, String value, String message) {
        Map<String, String> keys = new HashMap<>(Map.of("device", "mlx4_0"));
        keys.put(key, value);
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> QueuePairPlan.of("x", keys));
        assertTrue(String.valueOf(error.getMessage()).contains(message), error.getMessage());
    }

    @Test
    void aDatagramsBufferHasRoomForTheNetworkHeader() {
        Map<String, String> keys = new HashMap<>(Map.of("device", "mlx4_0", "receiveBytes", "8"));
        assertEquals(48, QueuePairPlan.of("x", keys).bufferBytes());
        assertEquals(48 * 256, QueuePairPlan.of("x", keys).ringBytes());
        keys.put("type", "RC");
        assertEquals(8, QueuePairPlan.of("x", keys).bufferBytes());
        // Exactly the largest ring.
        keys.put("receiveBytes", "4194304");
        assertEquals(1 << 30, QueuePairPlan.of("x", keys).ringBytes());
        keys.put("receiveBytes", "0");
        assertEquals(0, QueuePairPlan.of("x", keys).ringBytes());
    }

    @Test
    void aRingNeedsAnEntryForEachRequest() {
        Map<String, String> keys =
                new HashMap<>(Map.of("device", "mlx4_0", "completionEntries", "319"));
        assertFalse(QueuePairPlan.of("x", keys).queues().receives().holdsAllWork());
        keys.put("receiveBytes", "1");
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> QueuePairPlan.of("x", keys));
        assertTrue(
                String.valueOf(error.getMessage())
                        .startsWith(
                                "completionEntries = 319 is too small for receiveBytes:"
                                        + " maxSendWr + maxRecvWr = 320"),
                error.getMessage());
        keys.put("completionEntries", "320");
        assertTrue(QueuePairPlan.of("x", keys).queues().receives().holdsAllWork());
    }

    @Test
    void aRingWhoseSendsReportElsewhereNeedsAnEntryForEachReceive() {
        Map<String, String> keys =
                new HashMap<>(
                        Map.of(
                                "device",
                                "mlx4_0",
                                "receiveBytes",
                                "1",
                                "sendCompletionQueue",
                                "sends",
                                "completionEntries",
                                "255"));
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> QueuePairPlan.of("x", keys));
        assertTrue(
                String.valueOf(error.getMessage())
                        .startsWith(
                                "completionEntries = 255 is too small for receiveBytes: maxRecvWr"
                                        + " = 256"),
                error.getMessage());
        keys.put("completionEntries", "256");
        assertTrue(QueuePairPlan.of("x", keys).queues().receives().holdsAllWork());
        keys.put("sendCompletionQueue", "x");
        assertThrows(IllegalArgumentException.class, () -> QueuePairPlan.of("x", keys));
    }

    @Test
    void anEmptyQueueOfSendsIsThatOfReceives() {
        assertEquals(
                one(new QueuePlan("own", 320, true, true, 0)),
                QueuePairPlan.of(
                                "x",
                                Map.of(
                                        "device",
                                        "mlx4_0",
                                        "completionQueue",
                                        "own",
                                        "sendCompletionQueue",
                                        " "))
                        .queues());
    }

    private static PlanQueues one(QueuePlan queue) {
        return new PlanQueues(queue, queue);
    }

    @Test
    void theNameIsTheKeysElseTheFilesElseThePids() {
        String file = "file:/home/rdma/etc/org.rdmaagent.verbs.qp-feed-1.cfg";
        assertEquals(
                "own", PlanName.of(Map.of("name", " own ", "felix.fileinstall.filename", file)));
        assertEquals("feed-1", PlanName.of(Map.of("felix.fileinstall.filename", file)));
        assertEquals("feed", PlanName.of(Map.of("service.pid", "org.rdmaagent.verbs.qp~feed")));
        assertEquals(
                "org.rdmaagent.verbs.qp.1f",
                PlanName.of(Map.of("service.pid", "org.rdmaagent.verbs.qp.1f")));
    }

    @Test
    void whatIsNoKeyIsFoundAndWhatTheRuntimeAddsIsNot() {
        assertEquals(
                Set.of("bogus", "maxrecvwr"),
                QueuePairPlan.unknown(
                        Set.of(
                                "device",
                                "bogus",
                                "maxrecvwr",
                                "service.pid",
                                "service.factoryPid",
                                "felix.fileinstall.filename",
                                "component.name",
                                "component.id")));
    }

    @Test
    void thePageNamesTheKeysAndTheirDefaults() throws IOException {
        Map<String, String> page = new HashMap<>();
        for (String line : Files.readAllLines(root().resolve("docs/queue-pairs.md"))) {
            String[] cells = line.split("\\|");
            if (cells.length == 4 && cells[1].contains("`")) {
                String[] keys = cells[1].replace("`", "").strip().split(", ");
                String[] defaults = cells[2].strip().split(", ");
                for (int i = 0; i < keys.length; i++) {
                    page.put(keys[i], defaults[Math.min(i, defaults.length - 1)]);
                }
            }
        }
        Map<String, String> free =
                Map.of(
                        "device",
                        "",
                        "name",
                        "",
                        "context",
                        "",
                        "completionQueue",
                        "",
                        "sendCompletionQueue",
                        "");
        assertTrue(page.keySet().containsAll(free.keySet()), page.toString());
        assertEquals(Set.of(), QueuePairPlan.unknown(page.keySet()));
        QueuePairPlan plain = QueuePairPlan.of("x", Map.of("device", "mlx4_0"));
        for (Map.Entry<String, String> row : page.entrySet()) {
            if (!free.containsKey(row.getKey())) {
                IllegalArgumentException error =
                        assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        QueuePairPlan.of(
                                                "x",
                                                Map.of("device", "mlx4_0", row.getKey(), "?")));
                assertTrue(
                        String.valueOf(error.getMessage()).startsWith(row.getKey() + " "),
                        error.getMessage());
                if (!row.getValue().contains("+")) {
                    assertEquals(
                            plain,
                            QueuePairPlan.of(
                                    "x", Map.of("device", "mlx4_0", row.getKey(), row.getValue())));
                }
            }
        }
        assertEquals(18, page.size(), page.toString());
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("build-rules/forbidden.txt"))) {
            folder = Objects.requireNonNull(folder.getParent(), "not in the project");
        }
        return folder;
    }
}
