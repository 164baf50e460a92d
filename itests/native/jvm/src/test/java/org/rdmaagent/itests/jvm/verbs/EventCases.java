// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WorkCompletion;

/** Asynchronous events and completion events. */
final class EventCases {
    private static final long LONG = TimeUnit.SECONDS.toNanos(20);
    private static final int PORT_DOWN = 1;
    private static final int PORT_ACTIVE = 4;

    private EventCases() {}

    static List<NamedCase> all() {
        return List.of(
                new NamedCase("a port that goes and comes is told", EventCases::port),
                new NamedCase("every event about a port is told with it", EventCases::ofPorts),
                new NamedCase("every event about an object is told with it", EventCases::ofObjects),
                new NamedCase("closing ends a wait for events at once", EventCases::closedContext),
                new NamedCase(
                        "closing a channel ends its wait with EBADF", EventCases::closedChannel),
                new NamedCase("an armed queue tells its channel once", EventCases::armed),
                new NamedCase("closing acknowledges what is left", EventCases::leftOver),
                new NamedCase("more cannot be acknowledged than was told", EventCases::tooMany),
                new NamedCase("an overrun is told and polling then fails", EventCases::overrun),
                new NamedCase("two readers get each event once", EventCases::twoReaders));
    }

    private static AsyncNotice next(Bench bench) {
        return bench.context.awaitAsync(LONG).orElseThrow(() -> new AssertionError("no event"));
    }

    private static void port() {
        try (Bench bench = new Bench()) {
            assertEquals(Optional.empty(), bench.context.awaitAsync(0));
            assertEquals(0, Emulator.mlx4emu_port_state(0, 1, PORT_DOWN));
            AsyncNotice down = next(bench);
            assertEquals(AsyncEventType.PORT_ERR, down.type());
            assertEquals(OptionalInt.of(1), down.port());
            assertEquals(Optional.empty(), down.handle());
            assertEquals(0, Emulator.mlx4emu_port_state(0, 1, PORT_ACTIVE));
            assertEquals(AsyncEventType.PORT_ACTIVE, next(bench).type());
        }
    }

    private static void ofPorts() {
        try (Bench bench = new Bench()) {
            for (AsyncEventType type :
                    List.of(
                            AsyncEventType.LID_CHANGE,
                            AsyncEventType.SM_CHANGE,
                            AsyncEventType.CLIENT_REREGISTER,
                            AsyncEventType.GID_CHANGE,
                            AsyncEventType.PKEY_CHANGE)) {
                assertEquals(0, Emulator.mlx4emu_event(0, 2, type.code(), 0), type.name());
                AsyncNotice told = next(bench);
                assertEquals(type, told.type());
                assertEquals(type.code(), told.code());
                assertEquals(OptionalInt.of(2), told.port());
            }
        }
    }

    private static void ofObjects() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(16);
            SrqHandle srq = bench.pd.createSrq("srq", new SrqAttributes(16, 1, 0));
            QpHandle qp = bench.qp(QpType.RC, cq, srq);
            for (AsyncEventType type :
                    List.of(
                            AsyncEventType.COMM_EST,
                            AsyncEventType.SQ_DRAINED,
                            AsyncEventType.PATH_MIG,
                            AsyncEventType.PATH_MIG_ERR,
                            AsyncEventType.QP_LAST_WQE_REACHED,
                            AsyncEventType.QP_REQ_ERR,
                            AsyncEventType.QP_ACCESS_ERR,
                            AsyncEventType.QP_FATAL,
                            AsyncEventType.SRQ_LIMIT_REACHED,
                            AsyncEventType.SRQ_ERR,
                            AsyncEventType.CQ_ERR)) {
                int number = qp.number().value();
                assertEquals(0, Emulator.mlx4emu_object_event(number, type.code()), type.name());
                AsyncNotice told = next(bench);
                assertEquals(type, told.type());
                assertEquals(OptionalInt.empty(), told.port());
                Object about =
                        switch (type.subject()) {
                            case CQ -> cq;
                            case SRQ -> srq;
                            default -> qp;
                        };
                assertSame(about, told.handle().orElseThrow(), type.name());
            }
        }
    }

    private static void closedContext() throws Exception {
        try (Bench bench = new Bench()) {
            CompletableFuture<Optional<AsyncNotice>> waiting =
                    CompletableFuture.supplyAsync(() -> bench.context.awaitAsync(Long.MAX_VALUE));
            bench.pd.close();
            while (bench.context.isOpen()) {
                bench.context.close();
            }
            // The waiter may not have begun: then it is refused, else it gets nothing.
            Optional<AsyncNotice> told =
                    waiting.exceptionally(e -> Optional.empty()).get(20, TimeUnit.SECONDS);
            assertEquals(Optional.empty(), told);
            Refusals.refused("EBADF", () -> bench.context.awaitAsync(0));
        }
    }

    private static void closedChannel() throws Exception {
        try (Bench bench = new Bench()) {
            ChannelHandle channel = bench.context.createChannel("channel");
            CompletableFuture<Optional<CqHandle>> waiting =
                    CompletableFuture.supplyAsync(() -> channel.await(Long.MAX_VALUE));
            channel.close();
            Exception ended =
                    assertThrows(Exception.class, () -> waiting.get(20, TimeUnit.SECONDS));
            assertTrue(String.valueOf(ended.getCause()).contains("EBADF"), ended.toString());
        }
    }

    private static void armed() {
        try (Bench bench = new Bench()) {
            ChannelHandle channel = bench.context.createChannel("channel");
            CqHandle cq = bench.context.createCq("cq", 16, channel, 1);
            QpHandle qp = bench.datagrams(cq);
            assertEquals(Optional.empty(), channel.await(0));
            cq.requestNotify(false);
            Emulator.mlx4emu_fill(qp.number().value(), 2, 1);
            assertSame(cq, channel.await(LONG).orElseThrow());
            assertEquals(Optional.empty(), channel.await(0));
            cq.ack(1);
            assertEquals(2, cq.poll(16).size());
            Refusals.refused("EBUSY", channel::close, "cq cq");
            assertTrue(channel.isOpen());
        }
    }

    private static void leftOver() {
        try (Bench bench = new Bench()) {
            ChannelHandle channel = bench.context.createChannel("channel");
            CqHandle cq = bench.context.createCq("cq", 16, channel, 0);
            QpHandle qp = bench.datagrams(cq);
            cq.requestNotify(false);
            Emulator.mlx4emu_fill(qp.number().value(), 1, 1);
            assertTrue(channel.await(LONG).isPresent());
            qp.close();
            cq.close(); // the C call would wait for ever
            assertFalse(cq.isOpen());
            channel.close();
        }
    }

    private static void tooMany() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(16);
            assertThrows(IllegalArgumentException.class, () -> cq.ack(1));
            assertThrows(IllegalArgumentException.class, () -> cq.ack(-1));
            cq.ack(0);
        }
    }

    private static void overrun() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(7);
            QpHandle qp = bench.datagrams(cq);
            int number = qp.number().value();
            Emulator.mlx4emu_fill(number, cq.cqe(), 1);
            assertEquals(0, Emulator.mlx4emu_object_event(number, AsyncEventType.CQ_ERR.code()));
            assertSame(cq, next(bench).handle().orElseThrow());
            List<WorkCompletion> before = cq.poll(100);
            assertEquals(cq.cqe(), before.size());
            Refusals.refused("EIO", () -> cq.poll(1), "overran");
        }
    }

    private static void twoReaders() throws Exception {
        try (Bench bench = new Bench()) {
            CompletableFuture<Optional<AsyncNotice>> one =
                    CompletableFuture.supplyAsync(() -> bench.context.awaitAsync(LONG));
            CompletableFuture<Optional<AsyncNotice>> two =
                    CompletableFuture.supplyAsync(() -> bench.context.awaitAsync(LONG));
            Emulator.mlx4emu_port_state(0, 2, PORT_DOWN);
            Emulator.mlx4emu_port_state(0, 2, PORT_ACTIVE);
            List<AsyncEventType> told =
                    List.of(
                            one.get(30, TimeUnit.SECONDS).orElseThrow().type(),
                            two.get(30, TimeUnit.SECONDS).orElseThrow().type());
            assertTrue(told.contains(AsyncEventType.PORT_ERR), told.toString());
            assertTrue(told.contains(AsyncEventType.PORT_ACTIVE), told.toString());
        }
    }
}
