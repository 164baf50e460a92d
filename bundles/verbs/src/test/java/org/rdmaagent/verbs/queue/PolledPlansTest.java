// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.event.RoleThread;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** Files whose queues a poll loop has in its hands. */
class PolledPlansTest {
    private static final String MLX = "mlx4_0";
    private static final Gid GROUP = new Gid(0xff12_401b_ffff_0000L, 5);
    private static final Lid MLID = new Lid(0xc005);

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final CompletionPorts ports = host.world.completionPorts();
    private final Map<ObjectKind, Integer> empty = host.kernelCounts(MLX);
    private Session session = host.session();
    private PlannedQueuePairs plans = new PlannedQueuePairs();
    private final PlanFile a = file("a");
    private final PlanFile b = file("b");
    private final CompletionPort port;
    private final RoleThread loop;
    private volatile boolean turning;

    PolledPlansTest() {
        work();
        assertEquals(List.of(), plans.troubles());
        port = ports.open(queue(), "loop slow");
        loop = RoleThread.start("test loop", () -> turning ? turn() : 1_000_000);
    }

    /** A handler that never returns, until the test lets it. */
    private long turn() {
        if (port.poll(CompletionPort.LARGEST_BATCH) != CompletionPort.REVOKED) {
            return 0;
        }
        port.close();
        return RoleThread.OVER;
    }

    @AfterEach
    void end() {
        loop.close();
        port.close();
    }

    @Test
    void theQueueCanBeWaitedForAndHoldsAllWork() {
        PolledQueue queue = queue();
        assertEquals("qp/group:all", queue.qualifiedName());
        assertTrue(queue.hasChannel());
        assertTrue(queue.work() > 0 && queue.entries() >= queue.work(), queue.toString());
    }

    @Test
    void aLoopThatStandsStillPutsTheEndOffAndIsNamed() {
        QueuePair pair = pair("a");
        pair.attachMulticast(GROUP, MLID);
        a.remove();
        work();
        assertTrue(pair.isOpen());
        assertEquals(QpState.RTS, pair.state());
        assertEquals(List.of(new MulticastAttachment(GROUP, MLID)), pair.attachments());
        assertTrue(session.contexts().get(0).find(MemoryRegion.class, "a").isPresent());
        assertEquals(1, plans.troubles().size(), plans.troubles().toString());
        String told = plans.troubles().get(0);
        assertTrue(
                told.startsWith("queue pair a: it is to end and cannot yet, trying on: ")
                        && told.contains("EBUSY")
                        && told.contains("loop slow"),
                told);
        turning = true;
        work();
        assertFalse(pair.isOpen());
        assertEquals(List.of(), plans.troubles());
        // The loop goes on with the other one.
        assertTrue(loop.isRunning());
        assertEquals(QpState.RTS, pair("b").state());
    }

    @Test
    void theLastOneTakesTheQueueFromTheLoop() {
        turning = true;
        a.remove();
        b.remove();
        work();
        assertEquals(List.of(), plans.troubles());
        assertEquals(List.of(), session.contexts());
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void whatTheLoopHoldsAtTheEndOfTheContextIsEndedLater() {
        a.remove();
        b.remove();
        work();
        assertEquals(2, plans.troubles().size(), plans.troubles().toString());
        port.close();
        work();
        assertEquals(List.of(), plans.troubles());
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void aReplacedBundleAndAFileThatJoinsDoNotDisturbTheLoop() {
        turning = true;
        QueuePair before = pair("a");
        a.leave();
        b.leave();
        session.end();
        session = host.session();
        plans = new PlannedQueuePairs();
        List<PlanFile> files = List.of(file("a"), file("b"), file("c"));
        work();
        assertEquals(List.of(), plans.troubles());
        assertEquals(before.number(), pair("a").number());
        assertEquals(QpState.RTS, pair("c").state());
        assertTrue(loop.isRunning());
        assertTrue(queue().entries() >= queue().work(), queue().toString());
        files.get(2).remove();
        work();
        assertTrue(loop.isRunning());
    }

    @Test
    void anEditWaitsForTheLoop() {
        QueuePair pair = pair("a");
        a.read(keys("a", "200"));
        work();
        assertTrue(pair.isOpen());
        assertTrue(plans.troubles().get(0).contains("loop slow"), plans.troubles().toString());
        turning = true;
        work();
        assertEquals(List.of(), plans.troubles());
        assertEquals(240, pair("a").receiveRing().orElseThrow().bytesEach());
        assertTrue(loop.isRunning());
    }

    private PlanFile file(String name) {
        PlanFile file = new PlanFile(plans);
        file.read(keys(name, "100"));
        return file;
    }

    private static Map<String, String> keys(String name, String receiveBytes) {
        return Map.of(
                "name",
                name,
                "device",
                MLX,
                "context",
                "group",
                "completionQueue",
                "all",
                "receiveBytes",
                receiveBytes);
    }

    private void work() {
        plans.doWork(host.library, session);
    }

    private PolledQueue queue() {
        return ports.queues().stream()
                .filter(queue -> queue.name().equals("all"))
                .findFirst()
                .orElseThrow();
    }

    private QueuePair pair(String name) {
        return session.contexts().get(0).find(QueuePair.class, name).orElseThrow();
    }
}
