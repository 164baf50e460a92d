// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ReceiveRequest;

class QueuePairClosingTest {
    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Map<ObjectKind, Integer> empty = host.kernelCounts("mlx4_0");
    private final Session session = host.session();
    private final DeviceContext context = session.open("mlx4_0", "work");

    @Test
    void itLeavesItsGroupsAndTakesItsCompletionsAlong() {
        QueuePair pair = SimulatedVerbsWorld.readyPair(context, "pair");
        pair.attachMulticast(new Gid(0xff12L << 48, 1), new Lid(0xc001));
        pair.attachMulticast(new Gid(0xff12L << 48, 2), new Lid(0xc002));
        post(pair, 5);
        CompletionQueue queue = pair.receiveQueue().orElseThrow();
        pair.close();
        assertFalse(pair.isOpen());
        assertEquals(List.of(), queue.poll(10));
        assertTrue(context.find(QueuePair.class, "pair").isEmpty());
        pair.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"RC", "UC", "UD"})
    void fromEveryStateThatItCanBeIn(QpType type) {
        QueuePair fresh = SimulatedVerbsWorld.pair(context, "fresh", type);
        fresh.close();
        QueuePair begun = SimulatedVerbsWorld.pair(context, "begun", type);
        init(begun, type);
        post(begun, 8);
        begun.close();
        QueuePair failed = SimulatedVerbsWorld.pair(context, "failed", type);
        init(failed, type);
        post(failed, 3);
        failed.modify(QpAttributes.ofState(QpState.ERR));
        failed.close();
        assertEquals(List.of(), ClosingAll.of(context));
        assertEquals(empty, host.kernelCounts("mlx4_0"));
    }

    @Test
    void theCompletionsOfOthersOnTheSameQueueStay() {
        QueuePair one = SimulatedVerbsWorld.readyPair(context, "one");
        CompletionQueue queue = one.receiveQueue().orElseThrow();
        ProtectionDomain domain = context.find(ProtectionDomain.class, "one").orElseThrow();
        QueuePair other =
                domain.createQueuePair(
                        "other",
                        new QpInit(QpType.UD, SimulatedVerbsWorld.SIZES, true),
                        queue,
                        queue,
                        null);
        SimulatedVerbsWorld.bringUp(other);
        post(other, 4);
        other.modify(QpAttributes.ofState(QpState.ERR));
        one.close();
        assertEquals(
                4,
                queue.poll(16).stream()
                        .filter(completion -> completion.qpNum().equals(other.number()))
                        .count());
        other.close();
    }

    @Test
    void whatTheKernelRefusesStaysOpenAndCanBeClosedLater() {
        QueuePair pair = SimulatedVerbsWorld.readyPair(context, "pair");
        pair.attachMulticast(new Gid(0xff12L << 48, 1), new Lid(0xc001));
        post(pair, 5);
        host.faults.failNext("mlx4_0", "ibv_destroy_qp", 16, 1);
        RdmaException error = assertThrows(RdmaException.class, pair::close);
        assertEquals("EBUSY", error.errno().name());
        assertTrue(pair.isOpen());
        // Only the last step is missing: it is out of its groups, stopped and drained.
        assertEquals(List.of(), pair.attachments());
        assertEquals(QpState.ERR, pair.state());
        assertEquals(List.of(), pair.receiveQueue().orElseThrow().poll(10));
        pair.close();
        assertFalse(pair.isOpen());
    }

    @Test
    void aDeadQueueDoesNotKeepIt() {
        QueuePair pair = SimulatedVerbsWorld.readyPair(context, "pair");
        host.faults.failNext("mlx4_0", "ibv_poll_cq", 5, 3);
        pair.close();
        assertFalse(pair.isOpen());
    }

    @Test
    void onADeviceThatIsGoneEverythingCanBeClosed() {
        QueuePair pair = SimulatedVerbsWorld.readyPair(context, "pair");
        pair.attachMulticast(new Gid(0xff12L << 48, 1), new Lid(0xc001));
        host.faults.unplug("mlx4_0");
        assertEquals("ENODEV", SimulatedVerbsWorld.errno(() -> pair.state()));
        pair.close();
        assertFalse(pair.isOpen());
        assertEquals(List.of(), ClosingAll.of(context));
        assertEquals(List.of(), session.contexts());
    }

    @Test
    void aContextIsClosedLastAndOnlyWhenNothingIsOpenOnIt() {
        QueuePair pair = SimulatedVerbsWorld.readyPair(context, "pair");
        assertEquals("EBUSY", SimulatedVerbsWorld.errno(context::close));
        ProtectionDomain domain = context.find(ProtectionDomain.class, "pair").orElseThrow();
        assertEquals("EBUSY", SimulatedVerbsWorld.errno(domain::close));
        assertEquals("EBUSY", SimulatedVerbsWorld.errno(pair.receiveQueue().orElseThrow()::close));
        assertTrue(context.isOpen());
        pair.close();
        assertEquals(List.of(), ClosingAll.of(context));
        assertEquals("EBADF", SimulatedVerbsWorld.errno(() -> context.openXrcDomain("x")));
        context.close();
    }

    private static void init(QueuePair pair, QpType type) {
        var init = QpAttributes.builder().qpState(QpState.INIT).pkeyIndex(0).portNum(1);
        pair.modify(
                type == QpType.UD
                        ? init.qkey(1).build()
                        : init.qpAccessFlags(Set.of(AccessFlag.REMOTE_WRITE)).build());
    }

    private void post(QueuePair pair, int count) {
        MemoryRegion memory =
                context.find(ProtectionDomain.class, pair.name())
                        .or(() -> context.find(ProtectionDomain.class, "one"))
                        .orElseThrow()
                        .registerMemory(pair.name() + count, 64, Set.of(AccessFlag.LOCAL_WRITE));
        for (int i = 0; i < count; i++) {
            assertEquals(
                    1,
                    pair.postReceive(
                            List.of(new ReceiveRequest(i, List.of(memory.segment(0, 64))))));
        }
    }
}
