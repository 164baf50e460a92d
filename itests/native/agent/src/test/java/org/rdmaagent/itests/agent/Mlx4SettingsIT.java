// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jolokia.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.itests.blackbox.JolokiaClient;
import org.rdmaagent.itests.jvm.NativeTools;

/**
 * Files that set attributes of mlx4 contexts, of an agent that was killed and started again, on the
 * real libmlx4 beside a device of another driver.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class Mlx4SettingsIT {
    private static final String FILE = "org.rdmaagent.mlx4-mlx4_0.cfg";
    private static final String GOOD =
            "allocator = arena\nregionBytes = 8388608\nlogWqsRangeSize = 3\n";
    private static final String PAIR = "device = mlx4_0\nreceiveBytes = 64\n";
    private static final long MORE_THAN_ANY_HOST_HAS = 1L << 40;
    private static final int RANGE = 3;
    private static final int BOUND = 7;

    private final EtcFiles etc;
    private final NativeAgent agent;
    private final ContextBean contexts;

    Mlx4SettingsIT(@TempDir Path folder) throws Exception {
        Path home = folder.resolve("home");
        etc = EtcFiles.ofNew(home);
        etc.mlx4("mlx4_0", GOOD);
        etc.mlx4(
                "huge",
                "device = mlx4_0\ncontexts = qp/huge\nallocator = hugepage\nregionBytes = "
                        + MORE_THAN_ANY_HOST_HAS
                        + "\n");
        etc.mlx4("rxe0", GOOD);
        etc.queuePair("feed", PAIR);
        etc.queuePair("huge", PAIR);
        Map<String, String> environment =
                Map.of(
                        "LD_PRELOAD", NativeTools.mlx4emu(),
                        "MLX4EMU_FOREIGN", "1",
                        // What a killed process leaves there goes with the folder.
                        "TMPDIR", folder.toString());
        try (NativeAgent first = NativeAgent.start(home, "native", environment)) {
            assertInForce(new ContextBean(first.client()), "qp/feed");
            assertTrue(ProcessHandle.of(first.pid()).orElseThrow().destroyForcibly());
        }
        agent = NativeAgent.start(home, "native", environment);
        contexts = new ContextBean(agent.client());
        contexts.awaitQueuePair("qp/feed");
        contexts.awaitQueuePair("qp/huge");
    }

    private static void assertInForce(ContextBean contexts, String name) throws Exception {
        contexts.awaitQueuePair(name);
        Row context = contexts.context(name);
        assertEquals(FILE, context.text("origin"));
        assertEquals("", context.text("note"));
        assertFalse(context.flag("needsReopen"));
        Row allocator = context.row("allocator");
        assertEquals("arena", allocator.text("name"));
        assertTrue(allocator.text("detail").contains("of 8388608 bytes used"), allocator::toString);
        Row statistics = allocator.row("statistics");
        assertTrue(statistics.number("liveBytes") > 0, statistics::toString);
        assertEquals(0, statistics.number("fallbacks"));
        assertEquals(RANGE, context.row("logWqsRange").number("pending"));
        assertEquals(BOUND, context.row("logWqsRange").number("bound"));
    }

    @AfterAll
    void stop() throws Exception {
        agent.close();
    }

    private String health() throws Exception {
        return agent.health("mlx4").text("text");
    }

    private static void assertSays(String text, String... words) {
        for (String each : words) {
            assertTrue(text.contains(each), text);
        }
    }

    @Test
    void whatFilesSayIsInForceAgainAfterAKill() throws Exception {
        assertInForce(contexts, "qp/feed");
        assertEquals(
                List.of("arena", "hugepage", "system"),
                ((List<?>) contexts.read("Allocators"))
                        .stream().map(String::valueOf).sorted().toList());
    }

    @Test
    void aContextThatIsOpenedLaterHasItToo() throws Exception {
        etc.queuePair("late", PAIR);
        assertInForce(contexts, "qp/late");
    }

    /**
     * The statistics tell what libmlx4 asked for: a queue pair, its completion queue, doorbells.
     */
    @Test
    void theUseIsToldByPurpose() throws Exception {
        List<String> purposes =
                contexts.statistics("qp/feed").rows("uses").stream()
                        .map(row -> row.text("purpose"))
                        .distinct()
                        .sorted()
                        .toList();
        assertEquals(List.of("cq", "doorbell", "qp"), purposes);
    }

    @Test
    void aDeviceOfAnotherDriverIsRefusedByItsNameAndTheAgentIsWell() throws Exception {
        String refused = "org.rdmaagent.mlx4-rxe0.cfg: rxe0 cannot be used: it has no PCI driver";
        assertSays(health(), refused, "mlx4_core is needed");
        assertEquals("WARN", agent.health("mlx4").text("grade"));
        assertEquals(List.of(ContextBean.NAME), agent.client().search("rdma:type=Mlx4Context,*"));
        assertEquals("OK", agent.health("verbs").text("grade"));
        assertSays(
                agent.log(),
                "Nothing of org.rdmaagent.mlx4-rxe0.cfg is set on context",
                "of rxe0: it has no PCI driver");
    }

    @Test
    void aHostWithTooFewHugePagesGivesOthersAndSaysWhatToDo() throws Exception {
        Row allocator = contexts.allocator("qp/huge");
        assertEquals("hugepage", allocator.text("name"));
        Row statistics = allocator.row("statistics");
        assertEquals(statistics.number("allocations"), statistics.number("fallbacks"));
        assertTrue(statistics.number("liveBytes") > 0, statistics::toString);
        String reason = "no huge pages (mmap of 1099511627776 bytes failed: ENOMEM; ";
        String remedy = "raise /proc/sys/vm/nr_hugepages";
        assertSays(statistics.text("lastTrouble"), reason, remedy);
        assertSays(health(), "mlx4_0 qp/huge: since it was opened", reason, remedy);
        assertSays(health(), "requests that got ordinary pages ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allocater = arena | allocater is no key here; the nearest one is allocator",
                "allocator = a b | allocator is system, hugepage, arena, or the name of a service",
                "regionBytes = 0 | regionBytes lies in 1..1099511627776, not 0",
                "logWqsRangeSize = 256 | logWqsRangeSize lies in 0..255, not 256",
                "numaNode = 1024 | numaNode is device, none, or a number from 0 to 1023, not 1024",
                "locked = yes | locked is true or false, not yes",
                "contexts = a*b | contexts is a list of names such as qp/feed",
            })
    void aWrongFileIsNamedAndNothingOfItIsInForce(String line, String words) throws Exception {
        etc.mlx4("wrong", "device = mlx4_0\n" + line + "\n");
        try {
            String told = "configuration org.rdmaagent.mlx4-wrong.cfg: " + words;
            Waiting.until(told, () -> health().contains(told));
            assertSays(health(), "nothing of it is in force: correct the file");
            Waiting.until("log", () -> agent.log().contains("mlx4-wrong.cfg: " + words));
        } finally {
            etc.removeMlx4("wrong");
        }
        Waiting.until("no complaint", () -> !health().contains("mlx4-wrong.cfg"));
    }

    @Test
    void aWrongEditLeavesWhatWasInForce() throws Exception {
        etc.mlx4("mlx4_0", GOOD + "fallback = maybe\n");
        try {
            String told = FILE + ": fallback is true or false, not maybe";
            Waiting.until(told, () -> health().contains(told));
            assertSays(health(), "what it said before stays in force: correct the file");
            assertEquals("arena", contexts.allocator("qp/feed").text("planned"));
        } finally {
            etc.mlx4("mlx4_0", GOOD);
        }
        Waiting.until("no complaint", () -> !health().contains("fallback is"));
        assertInForce(contexts, "qp/feed");
    }

    @Test
    void onlyAnAdministratorChangesAnything() throws Exception {
        for (JolokiaClient other : List.of(agent.viewer(), agent.client())) {
            assertForbidden(other.refusal(ContextBean.NAME, "setLogWqsRangeSize", 1));
            assertForbidden(other.refusal(ContextBean.NAME, "setLogWqsRangeSizeOf", "qp/feed", 1));
            assertForbidden(other.refusal(ContextBean.NAME, "setAllocator", "qp/feed", "hugepage"));
            assertForbidden(other.refusal(ContextBean.NAME, "reopen", "qp/feed"));
        }
        assertInForce(contexts, "qp/feed");
        assertEquals(1, setRange(1));
        assertEquals(1, contexts.range("qp/feed").number("pending"));
        String refused =
                agent.admin()
                        .refusal(ContextBean.NAME, "setLogWqsRangeSizeOf", "qp/feed", BOUND + 1);
        assertSays(refused, "EINVAL", "LOG_WQS_RANGE_SZ is 0 to 7 on this device, not 8");
        assertEquals(RANGE, setRange(RANGE));
        String unknown =
                agent.admin().refusal(ContextBean.NAME, "setAllocator", "qp/feed", "nowhere");
        assertSays(unknown, "there is no allocator 'nowhere'; there are system, hugepage, arena");
        assertInForce(contexts, "qp/feed");
    }

    private int setRange(int value) throws Exception {
        Object context =
                agent.admin().exec(ContextBean.NAME, "setLogWqsRangeSizeOf", "qp/feed", value);
        return new Row((JSONObject) context).row("logWqsRange").number("pending");
    }

    private static void assertForbidden(String refusal) {
        assertSays(refusal, " forbidden for MBean ");
    }
}
