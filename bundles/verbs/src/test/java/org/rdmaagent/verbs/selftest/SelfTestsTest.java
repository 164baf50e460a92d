// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.selftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.SelfTestResult;
import org.rdmaagent.verbs.object.ClosingAll;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** The self-test on the simulated host; after each, nothing of it is left. */
class SelfTestsTest {
    private static final PortId MLX = new PortId("mlx4_0", 1);
    private static final PortId RXE = new PortId("rxe0", 1);

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Map<ObjectKind, Integer> mlxEmpty = host.kernelCounts("mlx4_0");
    private final Map<ObjectKind, Integer> rxeEmpty = host.kernelCounts("rxe0");
    private final Session session = host.session();
    private final AtomicLong nanos = new AtomicLong();

    private SelfTests tests() {
        return tests(() -> nanos.addAndGet(100));
    }

    private SelfTests tests(LongSupplier nanoTime) {
        return new SelfTests(host.library, session, nanoTime);
    }

    @AfterEach
    void nothingIsLeft() {
        host.faults.clear();
        assertEquals(List.of(), session.contexts());
        assertEquals(mlxEmpty, host.kernelCounts("mlx4_0"));
        assertEquals(rxeEmpty, host.kernelCounts("rxe0"));
    }

    @ParameterizedTest
    @CsvSource({
        "mlx4_0, 1, 1",
        "mlx4_0, 1000, 7",
        "mlx4_0, 100, 4096",
        "mlx4_0, 3, 1048576",
        "rxe0, 1000, 64",
        "rxe0, 3, 100000"
    })
    void allMessagesComeWholeOverRc(String device, int messages, int bytes) {
        SelfTestResult result = tests().run(new PortId(device, 1), messages, bytes);
        assertTrue(result.passed(), result.text());
        assertEquals(QpType.RC, result.transport());
        assertEquals(messages, result.received());
        assertEquals(0, result.errors());
        // The clock of this test moves by 100 ns at each look.
        assertTrue(result.medianNanos() >= 100, result.toString());
        assertTrue(result.percentile99Nanos() >= result.medianNanos(), result.toString());
        assertTrue(result.largestNanos() >= result.percentile99Nanos(), result.toString());
        assertTrue(result.messagesPerSecond() > 0, result.toString());
        assertEquals(result.messagesPerSecond() * bytes, result.bytesPerSecond());
        assertTrue(result.text().contains("RDMA works"), result.text());
    }

    @ParameterizedTest
    @CsvSource({"mlx4_0, 95, 2048", "rxe0, 95, 1024", "mlx4_0, 22, 1"})
    void whereThereIsNoRcDatagramsAreSent(String device, int errno, int bytes) {
        host.faults.failNext(device, "ibv_create_qp", errno, 1);
        SelfTestResult result = tests().run(new PortId(device, 1), 50, bytes);
        assertTrue(result.passed(), result.text());
        assertEquals(QpType.UD, result.transport());
        assertEquals(50, result.received());
    }

    @Test
    void aDatagramIsNotLongerThanTheMtu() {
        host.faults.failNext("mlx4_0", "ibv_create_qp", 95, 1);
        int mtu = host.library.queryPort(MLX).attributes().activeMtuBytes();
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> tests().run(MLX, 1, mtu + 1));
        assertTrue(String.valueOf(error.getMessage()).contains("has no RC"), error.getMessage());
    }

    @Test
    void aPortThatIsDownIsNamedWithWhatToDo() {
        host.faults.portDown(MLX);
        SelfTestResult result = tests().run(MLX, 10, 10);
        assertFalse(result.passed());
        assertEquals(0, result.received());
        assertTrue(
                result.text().startsWith("mlx4_0/1 is DOWN (")
                        && result.text().contains("check the cable"),
                result.text());
    }

    @Test
    void aPortThatGoesDownMeanwhileEndsIt() {
        AtomicInteger looks = new AtomicInteger();
        LongSupplier clock =
                () -> {
                    if (looks.incrementAndGet() == 50) {
                        host.faults.portDown(MLX);
                    }
                    host.world.advance(java.time.Duration.ofMillis(20));
                    return nanos.addAndGet(20_000_000);
                };
        SelfTestResult result = tests(clock).run(MLX, 1000, 10);
        assertFalse(result.passed());
        assertEquals(1, result.errors());
        assertTrue(result.received() > 0 && result.received() < 1000, result.toString());
        assertTrue(
                result.text().contains("RETRY_EXC_ERR")
                        && result.text().contains("look at the state of the port"),
                result.text());
    }

    @ParameterizedTest
    @CsvSource({
        "ibv_open_device,  13, EACCES",
        "ibv_alloc_pd,     12, ENOMEM",
        "ibv_create_cq,    12, ENOMEM",
        "ibv_create_qp,    12, ENOMEM",
        "ibv_reg_mr,       12, ENOMEM",
        "ibv_modify_qp,    22, EINVAL",
        "ibv_post_recv,    12, ENOMEM",
        "ibv_poll_cq,       5, EIO"
    })
    void whatVerbsRefuseIsTold(String call, int errno, String name) {
        host.faults.failNext("mlx4_0", call, errno, 1);
        SelfTestResult result = tests().run(MLX, 10, 10);
        assertFalse(result.passed());
        assertTrue(
                result.text().contains(call + " on ") && result.text().contains(name),
                result.text());
    }

    @Test
    void tooLittleLockedMemoryIsTold() {
        host.faults.memlock("mlx4_0", 65_536);
        SelfTestResult result = tests().run(MLX, 1, 1 << 20);
        assertFalse(result.passed());
        assertTrue(result.text().contains("memlock"), result.text());
    }

    @ParameterizedTest
    @CsvSource({"0,1", "-1,1", "1000001,1", "1,0", "1,-5", "1,1048577"})
    void numbersOutOfRangeAreRefused(int messages, int bytes) {
        IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class, () -> tests().run(MLX, messages, bytes));
        assertTrue(String.valueOf(error.getMessage()).contains(" lies in 1.."));
    }

    @Test
    void whatIsNotThereIsAnErrorWithItsNumber() {
        assertEquals(
                "ENODEV",
                SimulatedVerbsWorld.errno(() -> tests().run(new PortId("mlx9_9", 1), 1, 1)));
        assertEquals(
                "EINVAL",
                SimulatedVerbsWorld.errno(() -> tests().run(new PortId("mlx4_0", 3), 1, 1)));
    }

    @Test
    void oneAtATimeOnAPortAndOthersBesideIt() {
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger beside = new AtomicInteger();
        SelfTests[] holder = new SelfTests[1];
        holder[0] =
                tests(
                        () -> {
                            if (looks.incrementAndGet() == 3) {
                                RdmaException busy =
                                        assertThrows(
                                                RdmaException.class,
                                                () -> holder[0].run(MLX, 1, 1));
                                assertEquals("EBUSY", busy.errno().name());
                                assertFalse(holder[0].idle());
                                beside.set(holder[0].run(RXE, 4, 4).received());
                            }
                            return nanos.addAndGet(100);
                        });
        assertTrue(holder[0].run(MLX, 5, 5).passed());
        assertEquals(4, beside.get());
        assertTrue(holder[0].idle());
        assertTrue(holder[0].run(MLX, 5, 5).passed());
    }

    @Test
    void itsQueuePairsAreNamedSoThatTheyAreKnownAsPassing() {
        List<String> names = new ArrayList<>();
        SelfTests tests =
                tests(
                        () -> {
                            session.contexts().stream()
                                    .flatMap(context -> context.objects().stream())
                                    .filter(QueuePair.class::isInstance)
                                    .forEach(pair -> names.add(pair.name()));
                            return nanos.addAndGet(100);
                        });
        assertTrue(tests.run(MLX, 1, 1).passed());
        assertFalse(names.isEmpty());
        assertTrue(names.stream().allMatch(name -> name.startsWith("selftest/")), "" + names);
    }

    @Test
    void itEndsAfterAMinuteAndWhenItIsStopped() {
        SelfTestResult slow = tests(() -> nanos.addAndGet(1_000_000_000)).run(MLX, 1000, 1);
        assertTrue(slow.text().contains("time limit of 60 s ended it"), slow.text());
        assertEquals(0, slow.errors());
        assertFalse(slow.passed());
        assertTrue(slow.received() > 0 && slow.received() < 60, slow.toString());

        SelfTests tests = tests();
        tests.stop();
        SelfTestResult stopped = tests.run(MLX, 1, 1);
        assertTrue(stopped.text().contains("being stopped"), stopped.text());
        assertEquals(0, stopped.errors());
        assertFalse(stopped.passed());
    }

    /** Each look at the clock costs a microsecond, also those between two messages. */
    @Test
    void theRateIsOverTheWallTimeAndNotOverTheLatencies() {
        AtomicLong looks = new AtomicLong();
        SelfTestResult result =
                tests(
                                () -> {
                                    looks.incrementAndGet();
                                    return nanos.addAndGet(1_000);
                                })
                        .run(MLX, 100, 1);
        assertTrue(result.passed(), result.text());
        // The first look begins the run, the second its limit, the third is the first post.
        double wall = (looks.get() - 3) * 1e-6;
        assertEquals(Math.round(100 / wall), result.messagesPerSecond());
        assertTrue(result.messagesPerSecond() < 1e9 / result.medianNanos(), result.toString());
    }

    @Test
    void whatAnEarlierOneLeftIsTakenAwayFirst() {
        DeviceContext left = session.open("mlx4_0", SelfTests.CONTEXT + MLX);
        SimulatedVerbsWorld.readyPair(left, "sender");
        assertTrue(tests().run(MLX, 1, 1).passed());
    }

    @Test
    void whatCannotBeTakenDownIsTriedAgainByTheNext() {
        host.faults.failNext("mlx4_0", "ibv_destroy_qp", 16, 2);
        assertTrue(tests().run(MLX, 1, 1).passed());
        assertEquals(1, session.contexts().size());
        assertTrue(tests().run(MLX, 1, 1).passed());
        session.contexts().forEach(context -> assertEquals(List.of(), ClosingAll.of(context)));
    }
}
