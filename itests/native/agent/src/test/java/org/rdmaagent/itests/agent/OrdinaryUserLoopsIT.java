// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.itests.jvm.NativeTools;

/**
 * What the kernel refuses to an agent of an ordinary user with one CPU and little locked memory,
 * and what the agent says of it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrdinaryUserLoopsIT {
    private static final String LITTLE = "65536";

    private final EtcFiles etc;
    private final NativeAgent agent;

    OrdinaryUserLoopsIT(@TempDir Path folder) throws Exception {
        OrdinaryUser.owns(folder);
        EmulatedCard card = new EmulatedCard(folder);
        List<String> prefix = new ArrayList<>();
        prefix.addAll(List.of(NativeTools.program("taskset", "util-linux"), "-c", "0"));
        prefix.addAll(
                List.of(
                        NativeTools.program("prlimit", "util-linux"),
                        "--memlock=" + LITTLE + ":" + LITTLE,
                        "--rtprio=0:0"));
        prefix.addAll(OrdinaryUser.prefix());
        Path home = folder.resolve("home");
        etc = EtcFiles.of(home);
        Map<String, String> environment = card.environment();
        environment.put("MLX4EMU_MEMLOCK", "1");
        environment.put("HOME", folder.toString());
        environment.put("TMPDIR", folder.toString());
        agent = NativeAgent.startBy(prefix, home, List.of("--provider", "native"), environment);
    }

    @AfterAll
    void stop() throws Exception {
        agent.close();
    }

    /** Loops run without queues, too. */
    private Row placed(String name, String priority, int cpu) throws Exception {
        etc.loop(name, "queues = none\npriority = " + priority + "\ncpu = " + cpu + "\n");
        LoopBean loop = LoopBean.of(agent.client(), name);
        Row placement = loop.awaitAsked(priority, cpu);
        assertEquals("RUNNING", loop.read("State"));
        return placement;
    }

    private void assertRefused(String name, Row placement, String... words) throws Exception {
        assertFalse(placement.flag("granted"), placement::toString);
        String reason = placement.text("reason");
        for (String each : words) {
            assertTrue(reason.contains(each), reason);
        }
        assertEquals("nice:0", placement.text("priority"));
        String health = agent.health("dataplane").text("text");
        assertTrue(health.contains("loop " + name + ": " + reason), health);
        Row events = new Row(agent.client().readAll("rdma:type=PollLoop,name=" + name));
        assertTrue(
                events.rows("RecentEvents").stream()
                        .anyMatch(row -> row.text("kind").equals("PLACEMENT_REFUSED")),
                events::toString);
        KernelThread thread = KernelThread.of(agent.pid(), placement.number("threadId"));
        String cut = ("rdma-loop-" + name).substring(0, Math.min(15, 10 + name.length()));
        assertEquals(new KernelThread(cut, 0, 0, 0, "0"), thread);
    }

    @Test
    void realTimePriorityIsRefused() throws Exception {
        Row placement = placed("rt", "fifo:50", -1);
        assertRefused(
                "rt",
                placement,
                "sched_setscheduler on thread " + placement.number("threadId"),
                "failed: EPERM (1)",
                "CAP_SYS_NICE",
                "LimitRTPRIO=");
    }

    @Test
    void aLowerNiceValueIsRefusedAndAHigherOneGranted() throws Exception {
        Row placement = placed("nice", "nice:-5", -1);
        // EACCES by setpriority(2): the limit is in the way.
        assertRefused("nice", placement, "setpriority on thread ", "EACCES (13)", "LimitNICE=");
        Row polite = placed("polite", "nice:5", 0);
        assertTrue(polite.flag("granted"), polite::toString);
        KernelThread thread = KernelThread.of(agent.pid(), polite.number("threadId"));
        assertEquals(new KernelThread("rdma-loop-polit", 5, 0, 0, "0"), thread);
    }

    @Test
    void aCpuThatTheProcessHasNotGotIsRefused() throws Exception {
        for (int cpu : List.of(1, 999)) {
            Row placement = placed("cpu" + cpu, "default", cpu);
            assertRefused(
                    "cpu" + cpu,
                    placement,
                    "this process has one CPU only, number 0: set cpu = -1");
            assertEquals("[0]", placement.value("cpus").toString());
        }
    }

    @Test
    void lockedMemoryIsRefused() throws Exception {
        etc.write("org.rdmaagent.dataplane", "lockMemory = true\n");
        String start = "asked for and not granted: mlockall on thread ";
        Waiting.until(start, () -> memoryLock().startsWith(start));
        String text = memoryLock();
        assertTrue(text.contains("LimitMEMLOCK=infinity"), text);
        assertTrue(text.contains("ENOMEM (12)"), text);
        String health = agent.health("dataplane").text("text");
        assertTrue(health.contains("lockMemory: mlockall on thread "), health);
    }

    private String memoryLock() throws Exception {
        return String.valueOf(agent.client().read("rdma:type=DataPlane", "MemoryLock"));
    }

    /** The ring of a queue pair counts as locked memory, too. */
    @Test
    void aRingThatDoesNotFitNamesTheLimit() throws Exception {
        etc.queuePair("big", "device = mlx4_0\nmaxRecvWr = 1024\nreceiveBytes = 2048\n");
        etc.loop("big", "queues = big\n");
        Waiting.until(
                "a reason of memlock",
                () -> agent.health("verbs").text("text").contains("memlock"));
        LoopBean loop = LoopBean.of(agent.client(), "big");
        loop.awaitSlot("big", "WAITING");
    }
}
