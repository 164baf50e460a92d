// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.SharedReceiveQueue;
import org.rdmaagent.verbs.SrqAttributes;

class WrongUseTest {
    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Session session = host.session();
    private final DeviceContext context = session.open("mlx4_0", "work");
    private final QueuePair pair = SimulatedVerbsWorld.readyPair(context, "pair");
    private final ProtectionDomain domain =
            context.find(ProtectionDomain.class, "pair").orElseThrow();
    private final CompletionQueue queue = context.find(CompletionQueue.class, "pair").orElseThrow();

    private record Row(String what, Runnable call, Class<? extends Exception> type, String part) {}

    @Test
    void eachIsRefusedInWords() {
        List<Row> rows =
                List.of(
                        refused("no entry", () -> context.createCompletionQueue("q", 0, null, 0)),
                        refused("huge", () -> context.createCompletionQueue("q", 1 << 30, null, 0)),
                        refused("vector", () -> context.createCompletionQueue("q", 9, null, 999)),
                        refused(
                                "negative vector",
                                () -> context.createCompletionQueue("q", 9, null, -1)),
                        refused("resize to 0", () -> queue.resize(0)),
                        refused("arm without a channel", () -> queue.arm(false)),
                        refused(
                                "sizes beyond the device",
                                () ->
                                        domain.createQueuePair(
                                                "q",
                                                new QpInit(
                                                        QpType.RC,
                                                        new QpCapabilities(1 << 30, 1, 1, 1, 0),
                                                        true),
                                                queue,
                                                queue,
                                                null)),
                        refused(
                                "no way from RTS to INIT",
                                () -> pair.modify(QpAttributes.ofState(QpState.INIT))),
                        refused(
                                "port 77",
                                () ->
                                        domain.createAddressHandle(
                                                "ah", AhAttributes.local(new Lid(1), 77))),
                        wrong("poll 0", () -> queue.poll(0), "max is 1 or more"),
                        wrong("no bytes", () -> domain.registerMemory("m", 0, Set.of()), ""),
                        wrong(
                                "heap memory",
                                () -> domain.registerMemory("m", ByteBuffer.allocate(8), Set.of()),
                                "direct"),
                        wrong(
                                "three queues",
                                () -> context.createReceiveIndirectionTable("t", List.of()),
                                "power of two"),
                        wrong(
                                "a taken name",
                                () -> context.allocateProtectionDomain("pair"),
                                "pair"));
        for (Row row : rows) {
            Exception error = assertThrows(row.type(), row.call()::run, row.what());
            assertTrue(String.valueOf(error.getMessage()).contains(row.part()), row.what() + error);
        }
    }

    private static Row refused(String what, Runnable call) {
        return new Row(what, call, RdmaException.class, "EINVAL (22); ");
    }

    private static Row wrong(String what, Runnable call, String part) {
        return new Row(what, call, IllegalArgumentException.class, part);
    }

    @Test
    void whatIsClosedAnswersEbadf() {
        MemoryRegion memory = domain.registerMemory("m", 8, Set.of(AccessFlag.LOCAL_WRITE));
        memory.close();
        memory.close();
        AddressHandle way = domain.createAddressHandle("ah", AhAttributes.local(new Lid(1), 1));
        way.close();
        pair.close();
        assertEquals("EBADF", SimulatedVerbsWorld.errno(() -> pair.state()));
        assertEquals("EBADF", SimulatedVerbsWorld.errno(() -> pair.postSend(List.of())));
    }

    @Test
    void objectsOfOtherSessionsAndContextsAreNotTaken() {
        DeviceContext other = session.open("mlx4_0", "other");
        CompletionQueue strange = other.createCompletionQueue("strange", 4, null, 0);
        assertThrows(
                IllegalArgumentException.class,
                () -> domain.createQueuePair("q", pair.init(), strange, strange, null));
        AddressHandle way =
                other.allocateProtectionDomain("d")
                        .createAddressHandle("way", AhAttributes.local(new Lid(1), 1));
        SendRequest toThere =
                SendRequest.datagram(
                        1, List.of(), new SendTarget.Datagram(way, new QpNumber(9), 1));
        assertThrows(IllegalArgumentException.class, () -> pair.postSend(List.of(toThere)));
    }

    @Test
    void aRingThatCannotBeIsRefusedInWords() {
        MemoryRegion memory = domain.registerMemory("m", 100, Set.of(AccessFlag.LOCAL_WRITE));
        MemoryRegion strange =
                session.open("mlx4_0", "other")
                        .allocateProtectionDomain("d")
                        .registerMemory("strange", 100, Set.of(AccessFlag.LOCAL_WRITE));
        SharedReceiveQueue shared =
                domain.createSharedReceiveQueue("shared", new SrqAttributes(8, 1, 0));
        List<Row> rows =
                List.of(
                        wrong("no byte", () -> pair.postReceiveRing(memory, 0), "1 byte or more"),
                        wrong(
                                "too large",
                                () -> shared.postReceiveRing(memory, 101),
                                "a buffer of 101 bytes does not fit the 100 bytes of memory region"
                                        + " m"),
                        wrong(
                                "of another context",
                                () -> pair.postReceiveRing(strange, 10),
                                "memory region strange is of context other, the queue of work"),
                        wrong(
                                "of another context, shared",
                                () -> shared.postReceiveRing(strange, 10),
                                "memory region strange is of context other, the queue of work"));
        for (Row row : rows) {
            Exception error = assertThrows(row.type(), row.call()::run, row.what());
            assertTrue(String.valueOf(error.getMessage()).contains(row.part()), row.what() + error);
        }
        assertEquals(Optional.empty(), pair.receiveRing());
        assertEquals(new ReceiveRing("m", 5, 20), shared.postReceiveRing(memory, 20));
        assertEquals(Optional.of(new ReceiveRing("m", 5, 20)), shared.receiveRing());
        assertEquals("EINVAL", SimulatedVerbsWorld.errno(() -> shared.postReceiveRing(memory, 20)));
    }

    @Test
    void postingTellsHowManyWereTakenAndWhyNone() {
        MemoryRegion memory = domain.registerMemory("m", 8, Set.of(AccessFlag.LOCAL_WRITE));
        ReceiveRequest room = new ReceiveRequest(1, List.of(memory.segment(0, 8)));
        int granted = pair.init().capabilities().maxRecvWr();
        int taken = 0;
        for (int i = 0; i < granted; i++) {
            taken += pair.postReceive(List.of(room));
        }
        assertEquals(granted, taken);
        RdmaException full =
                assertThrows(RdmaException.class, () -> pair.postReceive(List.of(room)));
        assertEquals("ENOMEM", full.errno().name());
        assertTrue(full.remedy().contains("full"), full.remedy());
        assertEquals(0, pair.postReceive(List.of()));
    }
}
