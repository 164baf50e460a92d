// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of poll loops, edited under a running agent; priority and CPU as the kernel tells them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoopFilesIT {
    private static final String GOOD = "queues = feed\n";
    private static final String PAIR = "device = mlx4_0\nreceiveBytes = 64\n";
    private static final String IN_FORCE_BEFORE =
            "; the edit is not in force and the loop runs on as before";
    private static final long MEGA = 1 << 10;
    private static final int QUICK_EDITS = 5;

    private final Path folder;
    private final EtcFiles etc;
    private final EmulatedCard card;
    private final NativeAgent agent;
    private final LoopBean loop;

    LoopFilesIT(@TempDir Path folder) throws Exception {
        this.folder = folder;
        card = new EmulatedCard(folder);
        Path home = folder.resolve("home");
        etc = EtcFiles.of(home);
        agent = NativeAgent.start(home, "native", card.environment());
        loop = LoopBean.of(agent.client(), "main");
    }

    @BeforeAll
    void twoQueuesAndAHandler() throws Exception {
        etc.queuePair("feed", PAIR);
        etc.queuePair("other", PAIR);
        etc.counting("feed");
        etc.counting("other");
    }

    @BeforeEach
    void oneLoop() throws Exception {
        etc.loop("main", GOOD);
        loop.awaitSlot("feed", "ACTIVE");
        Waiting.until("no complaint", () -> health("OK").contains("loops: 1"));
    }

    @AfterAll
    void stop() throws Exception {
        agent.close();
    }

    /** The text of the check if it is graded so; else empty. */
    private String health(String grade) throws Exception {
        Row row = agent.health("dataplane");
        return row.text("grade").equals(grade) ? row.text("text") : "";
    }

    @Test
    void anEditIsInForceWithoutARestart() throws Exception {
        long thread = loop.placement().number("threadId");
        etc.loop("main", "queues = feed, other\nbatchSize = 32\nidle = event\n");
        loop.awaitSlot("other", "ACTIVE");
        Waiting.until("batch", () -> loop.number("BatchSize") == 32);
        Waiting.until("idle", () -> loop.read("IdleStrategy").equals("EVENT"));
        assertEquals("", loop.read("Reason"));
        etc.loop("main", "queues = other\n");
        Waiting.until("one queue", () -> loop.all().rows("Slots").size() == 1);
        assertEquals("ACTIVE", loop.slot("other").text("state"));
        assertEquals(thread, loop.placement().number("threadId"));
        assertEquals(0, loop.number("Restarts"));
    }

    /** Each is saved while the one before it is just being taken up. */
    @Test
    void noEditIsOverwrittenWithTheOneBefore() throws Exception {
        for (int edit = 1; edit <= QUICK_EDITS; edit++) {
            int size = 1 + edit % 64;
            etc.loop("main", GOOD + "batchSize = " + size + "\n");
            Waiting.until("edit " + edit, () -> loop.number("BatchSize") == size);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "queues = | queues is missing",
                "batchSize = 65 | batchSize lies in 1..64, not 65",
                "batchSize = many | batchSize lies in 1..64, not many",
                "idle = doze | idle is spin, yield, backoff or event, not doze",
                "priority = fifo:100 | priority is default, fifo:1..99 or nice:-20..19, not"
                        + " fifo:100",
                "priority = nice:-21 | priority is default, fifo:1..99 or nice:-20..19, not"
                        + " nice:-21",
                "cpu = -2 | cpu lies in -1..65535, not -2",
                "stallMillis = 0 | stallMillis lies in 1..3600000, not 0",
                "maxHandlerErrors = 0 | maxHandlerErrors lies in 1..1000000, not 0",
                "port = peek | port is auto, jna, ffm, peek+jna, peek+ffm or direct, not peek",
            })
    void aWrongEditIsNamedAndTheLoopStaysAsItWas(String line, String words) throws Exception {
        long thread = loop.placement().number("threadId");
        etc.loop("main", line.startsWith("queues") ? line + "\n" : GOOD + line + "\n");
        String told = "configuration of loop main: " + words;
        Waiting.until(told, () -> health("WARN").contains(told));
        String all = health("WARN");
        assertTrue(all.contains(IN_FORCE_BEFORE), all);
        assertTrue(String.valueOf(loop.read("Reason")).startsWith(words));
        assertEquals("RUNNING", loop.read("State"));
        assertEquals("ACTIVE", loop.slot("feed").text("state"));
        assertEquals(16, loop.number("BatchSize"));
        assertEquals("BACKOFF", loop.read("IdleStrategy"));
        assertEquals(thread, loop.placement().number("threadId"));
    }

    @Test
    void anUnknownKeyIsPassedOverAndNamed() throws Exception {
        etc.loop("main", GOOD + "batch = 8\nbatchSize = 4\n");
        String told = "unknown keys, passed over: batch; correct or remove them";
        Waiting.until(told, () -> health("WARN").contains(told));
        Waiting.until("the known one", () -> loop.number("BatchSize") == 4);
    }

    @Test
    void aQueueThatAnotherLoopHasOrThatIsMissingIsNamed() throws Exception {
        etc.loop("second", "queues = feed, nowhere\n");
        try {
            LoopBean second = LoopBean.of(agent.client(), "second");
            second.awaitListed();
            String taken = "loop main polls qp/feed:feed already";
            Waiting.until(taken, () -> health("WARN").contains(taken));
            assertEquals(taken, second.slot("feed").text("reason"));
            assertEquals("WAITING", second.slot("nowhere").text("state"));
            assertTrue(health("WARN").contains("nowhere is WAITING"), health("WARN"));
            assertEquals("ACTIVE", loop.slot("feed").text("state"));
        } finally {
            etc.removeLoop("second");
        }
        awaitFirstLoopOnly();
    }

    private void awaitFirstLoopOnly() throws Exception {
        Waiting.until(
                "no second loop",
                () -> agent.client().search("rdma:type=PollLoop,*").equals(List.of(loop.name())));
    }

    /** Under a flood, none of which is lost. */
    @Test
    void aQueueIsPolledByThePortOfTheFile() throws Exception {
        String best = loop.slot("feed").text("port");
        assertEquals(agent.bestPort(), best);
        long before = loop.number("Completions");
        long flooded = card.flooded();
        card.does("flood " + agent.queuePair("feed") + " 1 20000 64");
        for (String port : List.of("jna", best, "auto", "jna", "auto")) {
            etc.loop("main", GOOD + "port = " + port + "\n");
            awaitPort(loop, "feed", port.equals("auto") ? best : port);
            long seen = loop.number("Completions");
            Waiting.until("more by " + port, () -> loop.number("Completions") > seen + 1000);
        }
        long sent = card.stopFloods() - flooded;
        Waiting.until(sent + " messages", () -> loop.number("Completions") == before + sent);
        Row slot = loop.slot("feed");
        assertEquals("", slot.text("reason"));
        assertEquals(slot.number("completions"), slot.row("statuses").number("SUCCESS"));
        assertTrue(health("OK").contains("loops: 1"), health("WARN"));
    }

    private static void awaitPort(LoopBean loop, String queue, String port) throws Exception {
        Waiting.until(queue + " by " + port, () -> loop.slot(queue).text("port").equals(port));
    }

    @Test
    void rootIsGrantedPriorityAndCpu() throws Exception {
        assumeTrue(OrdinaryUser.isRoot(), "needs root to ask for real-time priority");
        int cpu = Runtime.getRuntime().availableProcessors() - 1;
        String all = KernelThread.of(agent.pid(), agent.pid()).cpus();
        etc.loop("main", GOOD + "priority = fifo:50\ncpu = " + cpu + "\n");
        long thread = assertGranted(loop.awaitAsked("fifo:50", cpu), "fifo:50");
        String pinned = Integer.toString(cpu);
        assertEquals(new KernelThread("rdma-loop-main", -2, 1, 50, pinned), kernels(thread));
        KernelThread.assertTold(thread, "SCHED_FIFO", 50, folder);
        KernelThread.assertPinned(thread, cpu, folder);
        etc.loop("main", GOOD + "priority = nice:-5\n");
        assertEquals(thread, assertGranted(loop.awaitAsked("nice:-5", -1), "nice:-5"));
        assertEquals(new KernelThread("rdma-loop-main", -5, 0, 0, all), kernels(thread));
        KernelThread.assertTold(thread, "SCHED_OTHER", 0, folder);
        etc.loop("main", GOOD);
        assertEquals(thread, assertGranted(loop.awaitAsked("default", -1), "nice:0"));
        assertEquals(new KernelThread("rdma-loop-main", 0, 0, 0, all), kernels(thread));
    }

    private KernelThread kernels(long thread) throws Exception {
        KernelThread told = KernelThread.of(agent.pid(), thread);
        // What nice is worth while a thread has a real-time priority is the kernel's affair.
        return told.policy() == 1
                ? new KernelThread(told.name(), -2, 1, told.priority(), told.cpus())
                : told;
    }

    private static long assertGranted(Row placement, String priority) {
        assertTrue(placement.flag("granted"), placement::toString);
        assertEquals("", placement.text("reason"));
        assertEquals(priority, placement.text("priority"));
        return placement.number("threadId");
    }

    @Test
    void aCpuThatIsNotThereIsNamed() throws Exception {
        etc.loop("main", GOOD + "cpu = 999\n");
        Row placement = loop.awaitAsked("default", 999);
        assertFalse(placement.flag("granted"), placement::toString);
        String reason = placement.text("reason");
        assertTrue(
                reason.startsWith("CPU 999 is not among those that this process may run on, [0, 1")
                        || reason.startsWith("this process has one CPU only"),
                reason);
        Waiting.until(reason, () -> health("WARN").contains("loop main: " + reason));
        assertEquals("ACTIVE", loop.slot("feed").text("state"));
    }

    @Test
    void rootIsGrantedLockedMemory() throws Exception {
        assumeTrue(OrdinaryUser.isRoot(), "needs root to lock more than the limit");
        String plane = "rdma:type=DataPlane";
        etc.write("org.rdmaagent.dataplane", "lockMemory = true\n");
        Waiting.until(
                "locked memory",
                () -> agent.client().read(plane, "MemoryLock").equals("asked for and granted"));
        assertTrue(lockedKilobytes() > 100 * MEGA, lockedKilobytes() + " kB");
        etc.write("org.rdmaagent.dataplane", "lockMemory = false\n");
        Waiting.until(
                "memory given up",
                () -> agent.client().read(plane, "MemoryLock").equals("not asked for"));
        assertEquals(0, lockedKilobytes());
    }

    private long lockedKilobytes() throws Exception {
        Path process = Path.of("/proc", Long.toString(agent.pid()));
        return Long.parseLong(KernelThread.status(process, "VmLck").replace(" kB", ""));
    }
}
