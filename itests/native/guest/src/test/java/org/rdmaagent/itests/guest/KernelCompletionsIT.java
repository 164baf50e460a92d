// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.itests.contract.SchedulingContract;

/** Completion ports and the poll loop on a kernel's own queues, as root and as somebody else. */
class KernelCompletionsIT {
    private static final String ROOT = "verbs";
    private static final String USER = "user";

    /** Less than a second for each message, which is how often a loop looks without events. */
    private static final long WITH_EVENTS_MILLIS = LoopLines.MESSAGES * 1000L / 4;

    private static GuestRun run;

    @BeforeAll
    static void runAllPhases() throws Exception {
        run = GuestRun.shared();
    }

    /** A case that did not run is a failure: it has said nothing. */
    @TestFactory
    Stream<DynamicTest> theContractOfCompletionPortsHoldsOnSoftRoce() throws Exception {
        Answers said = run.said(ROOT);
        return RxeRig.portCases().stream()
                .map(one -> dynamicTest(one.name(), () -> passed(said, ContractLines.key(one))));
    }

    @TestFactory
    Stream<DynamicTest> theContractOfSchedulingHoldsOnThisKernel() throws Exception {
        return Stream.of(ROOT, USER).flatMap(KernelCompletionsIT::scheduling);
    }

    private static Stream<DynamicTest> scheduling(String phase) {
        return SchedulingContract.cases().stream()
                .map(
                        one ->
                                dynamicTest(
                                        phase + ": " + one.name(),
                                        () -> passed(run.said(phase), SchedulingLines.key(one))));
    }

    private static void passed(Answers said, String key) {
        assertEquals(ContractLines.PASSED, said.value(key));
    }

    /** The cases that do not fit, and what the device does instead. */
    @Test
    void whatSoftRoceLacksIsShownOtherwise() throws Exception {
        assertEquals(
                List.of(
                        "port: LOC_LEN_ERR of a datagram",
                        "reply: a full send queue",
                        "port: a queue that overran"),
                RxeRig.omittedPortCases());
        assertEquals("4097: SUCCESS", run.said(ROOT).value("port.oversize"));
        assertEquals("true", run.said(ROOT).value("port.moreSendsThanPlaces"));
    }

    @Test
    void aQueueThatOverranHandsOutWhatItHoldsAndIsDamagedThen() throws Exception {
        assertEquals("CQ_ERR", run.said(ROOT).value("port.event"));
        assertEquals("all it holds, then -2", run.said(ROOT).value("port.overrun"));
        String damage = run.said(ROOT).value("port.damage");
        assertTrue(damage.contains("overran") && damage.contains("create it again"), damage);
    }

    @ParameterizedTest
    @ValueSource(strings = {ROOT, USER})
    void aLoopCountsWhatComesOverTheCable(String phase) throws Exception {
        Answers said = run.answers(phase);
        assertEquals("true", said.value("loop.active"));
        for (String how : List.of("BACKOFF", "YIELD", "EVENT", "oneByOne")) {
            assertEquals(
                    String.valueOf(LoopLines.MESSAGES), said.value("loop.received." + how), how);
        }
        int all = 4 * LoopLines.MESSAGES;
        assertEquals("{SUCCESS=" + all + "}", said.value("loop.statuses"));
        String figures = said.value("loop.figures");
        assertTrue(figures.contains("receivedMessages=" + all), figures);
        assertTrue(figures.contains("receivedBytes=" + all * LoopLines.BYTES), figures);
        assertEquals("ACTIVE by jna on rxe0", said.value("loop.slot"));
        assertEquals("32 posted, 0 held", said.value("loop.buffers"));
        assertEquals("RUNNING, restarts 0", said.value("loop.state"));
        assertEquals("true", said.value("loop.end"));
    }

    /**
     * Its queues lie where only its driver knows: they are polled by calls, whatever is asked for.
     */
    @ParameterizedTest
    @ValueSource(strings = {ROOT, USER})
    void whatOnlyMlx4OffersIsRefusedAndTheQueueIsPolledByCalls(String phase) throws Exception {
        Answers said = run.answers(phase);
        for (String port : LoopLines.OF_MLX4) {
            String told = said.value("port." + port);
            assertTrue(told.startsWith("ACTIVE by jna, asked for " + port + ": "), told);
            assertTrue(told.contains(": read layout on rxe0 cq qp/feed:feed failed: EOP"), told);
            assertTrue(told.contains("only the driver mlx4 tells it: poll it another way"), told);
            assertTrue(told.endsWith("; it is polled as jna"), told);
            String health = said.value("port.health." + port);
            String reason = told.substring("ACTIVE by jna, ".length());
            assertTrue(health.startsWith("WARN: ") && health.contains(reason), health);
            assertEquals(
                    String.valueOf(LoopLines.MESSAGES), said.value("loop.received." + port), port);
        }
        assertEquals("true", said.value("port.jna"));
    }

    @ParameterizedTest
    @ValueSource(strings = {ROOT, USER})
    void aLoopThatSleepsIsWokenByEvents(String phase) throws Exception {
        long millis = Long.parseLong(run.said(phase).value("loop.oneByOne.millis"));
        assertTrue(millis < WITH_EVENTS_MILLIS, millis + " ms");
        // Before each sleep it polls twice; a loop that spins does so thousands of times.
        long polls = Long.parseLong(run.said(phase).value("loop.oneByOne.emptyPolls"));
        assertTrue(polls <= 10 * LoopLines.MESSAGES, polls + " empty polls");
    }

    @Test
    void rootIsGrantedRealTimeAndItsCpu() throws Exception {
        Answers said = run.said(ROOT);
        assertEquals("", said.value("loop.refusal"));
        assertEquals("true", said.value("loop.granted"));
        assertEquals(LoopLines.PRIORITY, said.value("loop.priority"));
        assertEquals("[" + LoopLines.CPU + "]", said.value("loop.cpus"));
        assertTrue(said.value("loop.health").startsWith("OK: "), said.value("loop.health"));
    }

    @Test
    void anOrdinaryUserIsRefusedRealTimeWithTheReason() throws Exception {
        Answers said = run.said(USER);
        String refusal = said.value("loop.refusal");
        assertTrue(refusal.startsWith("sched_setscheduler on thread "), refusal);
        assertTrue(refusal.contains(" failed: EPERM (1); real-time priority 50"), refusal);
        assertTrue(refusal.contains("CAP_SYS_NICE"), refusal);
        assertTrue(refusal.contains("LimitRTPRIO="), refusal);
        assertEquals("false", said.value("loop.granted"));
        assertEquals("nice:0", said.value("loop.priority"));
        assertEquals("[" + LoopLines.CPU + "]", said.value("loop.cpus"));
        String health = said.value("loop.health");
        assertTrue(health.startsWith("WARN: ") && health.contains("CAP_SYS_NICE"), health);
    }

    @ParameterizedTest
    @CsvSource({ROOT + ",asked for and granted", USER + ",asked for and not granted: mlockall on"})
    void lockingAllMemoryIsGrantedToRootOnly(String phase, String start) throws Exception {
        String text = run.said(phase).value("memoryLock");
        assertTrue(text.startsWith(start), text);
        assertEquals("not asked for", run.said(phase).value("memoryLockAfterwards"));
    }

    /** Its queue pair is not made, its file is told of, and the one beside it goes on. */
    @Test
    void aRingAboveTheLimitOfLockedMemoryIsRefusedWithTheReason() throws Exception {
        Answers said = run.said(USER);
        assertEquals("false", said.value("ring.made"));
        assertEquals("true", said.value("ring.other"));
        String health = said.value("ring.health");
        assertTrue(health.contains("queue pair many: ibv_reg_mr on rxe0"), health);
        assertTrue(health.contains("failed: ENOMEM (12)"), health);
        assertTrue(health.contains("64 KiB"), health);
        assertTrue(health.contains("ulimit -l"), health);
        assertTrue(health.contains("receiveBytes = 4056, maxRecvWr = 4096"), health);
        assertTrue(health.contains("16777216 bytes of locked memory (memlock)"), health);
        assertEquals("true", said.value("ring.end"));
    }

    @Test
    void theSameRingIsGrantedToRoot() throws Exception {
        assertEquals("true", run.said(ROOT).value("ring.made"));
        assertEquals("true", run.said(ROOT).value("ring.end"));
    }
}
