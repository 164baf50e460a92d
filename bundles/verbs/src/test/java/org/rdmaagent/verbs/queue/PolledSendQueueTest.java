// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.event.RoleThread;

/** Files whose queues for receives and for sends two poll loops have in their hands. */
class PolledSendQueueTest {
    private static final String SENDS = "sendCompletionQueue";

    private final GroupedFiles host = new GroupedFiles();
    private final CompletionPort receives;
    private final CompletionPort sends;
    private final RoleThread receiving;
    private final RoleThread sending;
    private volatile boolean turning;
    private volatile boolean lettingGo = true;

    PolledSendQueueTest() {
        host.add("a", Map.of(SENDS, "sends", "receiveBytes", "64"));
        host.add("b", Map.of("completionQueue", "b"));
        host.work();
        receives = host.world.world.completionPorts().open(queue("all"), "loop fast");
        sends = host.world.world.completionPorts().open(queue("sends"), "loop slow");
        receiving = RoleThread.start("test receives", () -> turn(receives, true));
        sending =
                RoleThread.start("test sends", () -> turning ? turn(sends, lettingGo) : 1_000_000);
    }

    /**
     * One turn of a loop.
     *
     * @param closing whether it closes its port when it is told to
     */
    private static long turn(CompletionPort port, boolean closing) {
        if (port.poll(CompletionPort.LARGEST_BATCH) != CompletionPort.REVOKED || !closing) {
            return 0;
        }
        port.close();
        return RoleThread.OVER;
    }

    @AfterEach
    void end() {
        receiving.close();
        sending.close();
        receives.close();
        sends.close();
    }

    @Test
    void eachCanBeWaitedForAndHoldsItsWork() {
        for (String name : List.of("all", "sends")) {
            PolledQueue queue = queue(name);
            assertTrue(queue.hasChannel());
            assertTrue(queue.work() > 0 && queue.entries() >= queue.work(), queue.toString());
        }
    }

    @Test
    void theLoopOfTheSendsPutsTheEndOffAndIsNamed() {
        QueuePair pair = host.pair("a");
        host.file("a").remove();
        host.work();
        assertTrue(pair.isOpen());
        assertEquals(QpState.RTS, pair.state());
        assertTold("loop slow (qp/group:sends)");
        turning = true;
        host.work();
        assertFalse(pair.isOpen());
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(Set.of("b"), host.queueNames());
    }

    @Test
    void aLoopThatKeepsTheQueueOfAnEndedPairKeepsNothingElse() {
        turning = true;
        lettingGo = false;
        host.file("a").remove();
        host.work();
        assertTold("loop slow");
        assertEquals(Set.of("b", "sends"), host.queueNames());
        lettingGo = true;
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(Set.of("b"), host.queueNames());
    }

    @Test
    void anEditThatWaitsForTheQueueOfSendsLeavesNothingBehind() {
        turning = true;
        lettingGo = false;
        host.edit("a", Map.of(SENDS, "others"));
        assertTold("loop slow");
        lettingGo = true;
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals("others", host.pair("a").sendQueue().orElseThrow().name());
        assertEquals(Set.of("all", "others", "b"), host.queueNames());
    }

    @Test
    void aReplacedBundleAndAFileThatJoinsDoNotDisturbTheLoops() {
        turning = true;
        QueuePair before = host.pair("a");
        host.swap();
        host.add("a", Map.of(SENDS, "sends", "receiveBytes", "64"));
        host.add("b", Map.of("completionQueue", "b"));
        host.add("c", Map.of(SENDS, "sends", "maxSendWr", "3000", "maxRecvWr", "3000"));
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(before.number(), host.pair("a").number());
        assertTrue(receiving.isRunning() && sending.isRunning());
        for (String name : List.of("all", "sends")) {
            assertTrue(queue(name).entries() >= queue(name).work(), queue(name).toString());
            assertTrue(queue(name).work() > 3000, queue(name).toString());
        }
    }

    private PolledQueue queue(String name) {
        return host.world.world.completionPorts().queues().stream()
                .filter(queue -> queue.qualifiedName().equals("qp/group:" + name))
                .findFirst()
                .orElseThrow();
    }

    private void assertTold(String part) {
        assertEquals(1, host.plans.troubles().size(), host.plans.troubles().toString());
        String told = host.plans.troubles().get(0);
        assertTrue(told.contains("EBUSY") && told.contains(part), told);
    }
}
