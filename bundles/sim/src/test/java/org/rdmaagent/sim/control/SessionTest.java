// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/** A session has the habits of libibumad and the kernel. */
@Timeout(30)
class SessionTest {
    private static final long SECOND = 1_000_000_000L;

    private final SimulatedWorld world = SmallFabric.world();
    private final Asker asker = new Asker(world);

    private ByteBuffer question() {
        return asker.question(SmallFabric.TO_NEAR, SmpAttribute.NODE_INFO, 0).toBytes();
    }

    private static void assertErrno(String name, Runnable call) {
        RdmaException refusal = assertThrows(RdmaException.class, call::run);
        assertEquals(name, refusal.errno().name());
        assertFalse(refusal.remedy().isBlank());
    }

    @Test
    void thePortsAreTheInfiniBandOnes() {
        assertEquals(
                List.of(new PortId("mlx4_0", 1), new PortId("mlx4_0", 2)),
                world.madTransport().ports());
    }

    @ParameterizedTest
    @CsvSource({"mlx4_0, 3, ENODEV", "mlx5_0, 1, ENODEV", "rxe0, 1, EPROTONOSUPPORT"})
    void otherPortsCannotBeOpened(String device, int port, String errno) {
        assertErrno(errno, () -> world.madTransport().open(new PortId(device, port)));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0", "0x50, 1, 0", "0x82, 1, 0", "0x81, 8, 0", "0x81, 1, 1", "3, 2, 2"})
    void whatIsNoClassCannotBeRegistered(String code, int version, int rmpp) {
        MadClass madClass = new MadClass(Integer.decode(code), version, rmpp);
        assertErrno("EINVAL", () -> asker.session.register(madClass));
    }

    @Test
    void aSessionHasThirtyTwoAgents() {
        for (int agent = 1; agent < 32; agent++) {
            assertEquals(agent, asker.session.register(MadClass.SUBN_DIRECTED_ROUTE));
        }
        assertErrno("ENOMEM", () -> asker.session.register(MadClass.SUBN_ADM));
    }

    @Test
    void aClassThatNobodyServesTimesOut() {
        int agent = asker.session.register(new MadClass(4, 1, 0));
        ByteBuffer mad = question().put(1, (byte) 4);
        asker.session.send(agent, MadAddress.DIRECTED, mad, 20);
        MadReply reply = asker.session.receive(SECOND);
        assertNotNull(reply);
        assertEquals(110, reply.status());
        assertEquals(agent, reply.agent());
        assertEquals(20_000_000, asker.session.nanoTime());
    }

    @Test
    void anUnknownAgentOrAShortMadIsInvalid() {
        assertErrno("EINVAL", () -> asker.session.send(7, MadAddress.DIRECTED, question(), 10));
        ByteBuffer shorter = question().limit(255);
        assertErrno(
                "EINVAL", () -> asker.session.send(asker.agent, MadAddress.DIRECTED, shorter, 10));
    }

    @Test
    void theBufferOfTheQuestionIsReadFromItsPositionAndLeftAlone() {
        ByteBuffer wide = ByteBuffer.allocate(400).position(100);
        wide.put(question()).flip().position(100);
        ByteBuffer before = wide.duplicate();
        assertEquals(0, asker.ask(wide).status());
        assertEquals(before, wide);
        assertEquals(100, wide.position());
    }

    @Test
    void theKernelOwnsTheHighHalfOfTheTransactionId() {
        ByteBuffer mad = question().putLong(8, 0x1234_5678_9abc_def0L);
        long id = asker.ask(mad).mad().getLong(8);
        assertEquals(0x9abc_def0L, id & 0xffff_ffffL);
        assertEquals(1, id >>> 32);
    }

    @Test
    void aTransactionIdIsRefusedUntilItsQuestionIsAnswered() {
        ByteBuffer mad = question();
        asker.session.send(asker.agent, MadAddress.DIRECTED, mad, 10);
        assertErrno("EINVAL", () -> asker.session.send(asker.agent, MadAddress.DIRECTED, mad, 10));
        assertNotNull(asker.session.receive(SECOND));
        assertEquals(0, asker.ask(mad).status());
    }

    @Test
    void withoutATimeOutNothingComesBack() {
        asker.session.send(asker.agent, MadAddress.DIRECTED, question(), 0);
        assertNull(asker.session.receive(SECOND));
        assertEquals(SECOND, asker.session.nanoTime());
    }

    @Test
    void anAnswerTakesItsLatencyAndASlowNodeLonger() {
        asker.reply(SmallFabric.TO_NEAR, SmpAttribute.NODE_INFO, 0);
        assertEquals(5_000, asker.session.nanoTime());
        world.faults().latency(SmallFabric.NEAR, 1_000_000);
        asker.reply(SmallFabric.TO_NEAR, SmpAttribute.NODE_INFO, 0);
        assertEquals(1_010_000, asker.session.nanoTime());
        asker.reply(SmallFabric.TO_OTHER, SmpAttribute.NODE_INFO, 0);
        assertEquals(1_015_000, asker.session.nanoTime());
    }

    @Test
    void anAnswerBehindTheTimeOutIsDropped() {
        world.faults().latency(SmallFabric.NEAR, Duration.ofMillis(200).toNanos());
        assertTrue(asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.NODE_INFO, 0));
        assertNull(asker.session.receive(SECOND));
    }

    @Test
    void answersComeByTimeAndThenInOrderOfTheQuestions() {
        world.faults().latency(SmallFabric.NEAR, 1_000);
        int[] sent = {1, 2, 3, 4};
        DirectedRoute[] routes = {
            SmallFabric.TO_NEAR, SmallFabric.TO_OTHER, SmallFabric.TO_NEAR, SmallFabric.TO_FAR
        };
        for (int id : sent) {
            ByteBuffer mad =
                    asker.question(routes[id - 1], SmpAttribute.NODE_INFO, 0)
                            .toBytes()
                            .putLong(8, id);
            asker.session.send(asker.agent, MadAddress.DIRECTED, mad, 10);
        }
        for (int expected : new int[] {2, 4, 1, 3}) {
            MadReply reply = asker.session.receive(SECOND);
            assertNotNull(reply);
            assertEquals(expected, reply.mad().getLong(8) & 0xffff_ffffL);
        }
    }

    @Test
    void receivingWithoutTimeOnlyLooks() {
        asker.session.send(asker.agent, MadAddress.DIRECTED, question(), 10);
        assertNull(asker.session.receive(0));
        world.advance(Duration.ofNanos(5_000));
        assertNotNull(asker.session.receive(0));
        assertEquals(5_000, asker.session.nanoTime());
    }

    @Test
    void sessionsDoNotHearEachOther() {
        try (Asker second = new Asker(world)) {
            asker.session.send(asker.agent, MadAddress.DIRECTED, question(), 10);
            assertNull(second.session.receive(0));
            assertEquals(0, second.reply(DirectedRoute.LOCAL, SmpAttribute.NODE_INFO, 0).status());
            assertNotNull(asker.session.receive(SECOND));
        }
        assertTrue(asker.session.isOpen());
    }

    @Test
    void aClosedSessionIsABadDescriptor() {
        MadSession session = asker.session;
        session.close();
        session.close();
        assertFalse(session.isOpen());
        assertErrno("EBADF", () -> session.receive(SECOND));
        assertErrno("EBADF", () -> session.register(MadClass.SUBN_ADM));
        assertErrno("EBADF", () -> session.send(asker.agent, MadAddress.DIRECTED, question(), 10));
    }

    @Test
    void closingWakesTheThreadThatWaits() throws Exception {
        SimulatedWorld real = SmallFabric.world(SimulationSettings.defaults());
        try (Asker waiting = new Asker(real)) {
            FutureTask<MadReply> reply =
                    new FutureTask<>(() -> waiting.session.receive(1000 * SECOND));
            Thread thread = new Thread(reply, "waits for a MAD");
            thread.start();
            while (thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            waiting.session.close();
            ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> reply.get(10, TimeUnit.SECONDS));
            RdmaException cause = assertInstanceOf(RdmaException.class, failure.getCause());
            assertEquals("EBADF", cause.errno().name());
        }
    }

    @Test
    void anInterruptedThreadStopsWaiting() {
        SimulatedWorld real = SmallFabric.world(SimulationSettings.defaults());
        try (Asker waiting = new Asker(real)) {
            Thread.currentThread().interrupt();
            assertErrno("EINTR", () -> waiting.session.receive(1000 * SECOND));
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void theMachinesClockReallyPasses() {
        SimulatedWorld real =
                SmallFabric.world(SimulationSettings.defaults().latencyNanos(3_000_000));
        try (Asker waiting = new Asker(real)) {
            long before = System.nanoTime();
            assertEquals(0, waiting.reply(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0).status());
            assertTrue(System.nanoTime() - before >= 3_000_000);
            assertTrue(waiting.timesOut(DirectedRoute.of(1, 20), SmpAttribute.NODE_INFO, 0));
            assertTrue(System.nanoTime() - before >= 103_000_000);
        }
    }

    @Test
    void advancingTheMachinesClockEndsAWait() throws Exception {
        SimulatedWorld real =
                SmallFabric.world(SimulationSettings.defaults().latencyNanos(1000 * SECOND));
        try (Asker waiting = new Asker(real)) {
            ByteBuffer mad = question();
            waiting.session.send(waiting.agent, MadAddress.DIRECTED, mad, 2_000_000);
            CompletableFuture<MadReply> reply =
                    CompletableFuture.supplyAsync(() -> waiting.session.receive(3000 * SECOND));
            real.advance(Duration.ofSeconds(1000));
            assertEquals(0, reply.get(10, TimeUnit.SECONDS).status());
        }
    }

    @Test
    void manyThreadsEachGetTheirOwnAnswers() {
        SimulatedWorld real = SmallFabric.world(SimulationSettings.defaults());
        List<CompletableFuture<Void>> threads =
                IntStream.range(0, 8)
                        .mapToObj(thread -> CompletableFuture.runAsync(() -> askOften(real)))
                        .toList();
        threads.forEach(CompletableFuture::join);
    }

    private static void askOften(SimulatedWorld real) {
        try (Asker own = new Asker(real)) {
            for (int round = 0; round < 200; round++) {
                assertEquals(SmallFabric.FAR.guid(), own.nodeInfo(SmallFabric.TO_FAR).nodeGuid());
            }
        }
    }
}
