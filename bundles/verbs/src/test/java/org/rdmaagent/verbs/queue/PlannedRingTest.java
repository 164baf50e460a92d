// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** Files that ask for a ring of receives. */
class PlannedRingTest {
    private static final String MLX = "mlx4_0";
    private static final int QKEY = 0x77;

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Map<ObjectKind, Integer> empty = host.kernelCounts(MLX);
    private Session session = host.session();
    private PlannedQueuePairs plans = new PlannedQueuePairs();
    private PlanFile file = new PlanFile(plans);
    private final Map<String, String> keys =
            new HashMap<>(
                    Map.of(
                            "name",
                            "feed",
                            "device",
                            MLX,
                            "qkey",
                            "0x77",
                            "receiveBytes",
                            "100",
                            "maxRecvWr",
                            "50"));

    @Test
    void itIsPostedAndADatagramLandsBehindItsHeader() {
        work();
        assertEquals(new ReceiveRing("feed", 50, 140), pair().receiveRing().orElseThrow());
        MemoryRegion memory = memory();
        assertEquals(50 * 140, memory.length());
        assertEquals(Set.of(AccessFlag.LOCAL_WRITE), memory.access());

        send(0x1234_5678);
        WorkCompletion received = poll();
        assertEquals(0, received.wrId());
        assertEquals(0x1234_5678, memory.buffer().getInt(40));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RC", "UC"})
    void aConnectedPairHasItInInitWithoutRoomForAHeader(String type) {
        keys.put("type", type);
        work();
        assertEquals(new ReceiveRing("feed", 50, 100), pair().receiveRing().orElseThrow());
    }

    @Test
    void aReplacedBundleKeepsRingNumberAndWhatHasArrived() {
        work();
        QueuePair before = pair();
        var ring = before.receiveRing();
        send(7);
        file.leave();
        session.end();
        session = host.session();
        plans = new PlannedQueuePairs();
        file = new PlanFile(plans);
        work();
        assertEquals(before.number(), pair().number());
        assertEquals(ring, pair().receiveRing());
        assertEquals(0, poll().wrId());
        assertEquals(7, memory().buffer().getInt(40));
        file.remove();
        plans.doWork(host.library, session);
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void afterTheDeviceWasGoneItIsMadeAnew() {
        work();
        host.faults.unplug(MLX);
        work();
        host.faults.plug(MLX);
        work();
        assertEquals(50, pair().receiveRing().orElseThrow().buffers());
        assertEquals(List.of(), plans.troubles());
    }

    @Test
    void anotherSizeIsAnotherRingAndNoneIsNone() {
        work();
        QueuePair before = pair();
        keys.put("receiveBytes", "200");
        work();
        assertFalse(before.isOpen());
        assertEquals(new ReceiveRing("feed", 50, 240), pair().receiveRing().orElseThrow());
        assertEquals(50 * 240, memory().length());
        keys.remove("receiveBytes");
        work();
        assertTrue(pair().receiveRing().isEmpty());
        assertTrue(context().find(MemoryRegion.class, "feed").isEmpty());
        assertEquals(List.of(), plans.troubles());
    }

    @Test
    void tooLittleLockedMemoryIsToldByItsNameAndLeavesNothing() {
        host.faults.memlock(MLX, 100_000);
        keys.put("receiveBytes", "4096");
        work();
        assertEquals(1, plans.troubles().size(), plans.troubles().toString());
        String told = plans.troubles().get(0);
        assertTrue(told.startsWith("queue pair feed: ibv_reg_mr on "), told);
        assertTrue(
                told.contains(
                        "asked for: receiveBytes = 4096, maxRecvWr = 50, together 206800 bytes of"
                                + " locked memory (memlock)"),
                told);
        assertEquals(empty, host.kernelCounts(MLX));
        host.faults.memlock(MLX, 10_000_000);
        work();
        assertEquals(List.of(), plans.troubles());
        assertTrue(pair().receiveRing().isPresent());
    }

    @Test
    void aRunningPairStaysWhereThereIsNotEnoughForALargerRing() {
        work();
        QueuePair before = pair();
        host.faults.memlock(MLX, 100_000);
        keys.put("receiveBytes", "4096");
        work();
        assertEquals(before, pair());
        assertTrue(before.isOpen());
        assertTrue(plans.troubles().get(0).contains("memlock"), plans.troubles().toString());
        assertTrue(
                plans.troubles().get(0).endsWith(PlannedQueuePairs.NOT_IN_FORCE),
                plans.troubles().toString());
    }

    private void work() {
        file.read(keys);
        plans.doWork(host.library, session);
    }

    private void send(int number) {
        DeviceContext there = session.open(MLX, "sender");
        QueuePair sender = SimulatedVerbsWorld.readyPair(there, "sender");
        ProtectionDomain domain = there.find(ProtectionDomain.class, "sender").orElseThrow();
        MemoryRegion room = domain.registerMemory("sender", 64, Set.of());
        room.buffer().putInt(0, number);
        var lid = host.library.queryPort(new org.rdmaagent.PortId(MLX, 1)).attributes().lid();
        AddressHandle way = domain.createAddressHandle("way", AhAttributes.local(lid, 1));
        int posted =
                sender.postSend(
                        List.of(
                                SendRequest.datagram(
                                        1,
                                        List.of(room.segment(0, 64)),
                                        new SendTarget.Datagram(way, pair().number(), QKEY))));
        assertEquals(1, posted);
        host.world.advance(java.time.Duration.ofSeconds(1));
        List<String> left = org.rdmaagent.verbs.object.ClosingAll.of(there);
        assertEquals(List.of(), left);
    }

    private WorkCompletion poll() {
        List<WorkCompletion> all = pair().receiveQueue().orElseThrow().poll(5);
        assertEquals(1, all.size(), all.toString());
        return all.get(0);
    }

    private DeviceContext context() {
        return session.contexts().stream()
                .filter(context -> context.name().equals("qp/feed"))
                .findFirst()
                .orElseThrow();
    }

    private QueuePair pair() {
        return context().find(QueuePair.class, "feed").orElseThrow();
    }

    private MemoryRegion memory() {
        return context().find(MemoryRegion.class, "feed").orElseThrow();
    }
}
