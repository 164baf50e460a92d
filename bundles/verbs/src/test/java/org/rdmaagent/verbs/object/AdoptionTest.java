// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionChannel;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.CqModeration;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.SharedReceiveQueue;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.WorkQueue;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqState;
import org.rdmaagent.verbs.WqType;

/** A bundle is replaced: what it opened goes on, and is found again by its name. */
class AdoptionTest {
    private static final Gid GROUP = new Gid(0xff12_401b_ffff_0000L, 7);
    private static final Lid MLID = new Lid(0xc007);

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Session before = host.session();
    private final DeviceContext context = before.open("mlx4_0", "work");
    private QueuePair pair;

    AdoptionTest() {
        pair = SimulatedVerbsWorld.readyPair(context, "mine");
    }

    @BeforeEach
    void attach() {
        pair.attachMulticast(GROUP, MLID);
    }

    @Test
    void everythingIsFoundAgainByItsName() {
        ProtectionDomain domain = context.find(ProtectionDomain.class, "mine").orElseThrow();
        MemoryRegion memory = domain.registerMemory("memory", 100, Set.of(AccessFlag.LOCAL_WRITE));
        memory.buffer().putInt(0, 0x1234);
        List<String> names = context.objects().stream().map(VerbsObject::toString).toList();

        before.end();
        Session after = host.session();
        DeviceContext again = after.open("mlx4_0", "work");

        assertEquals(names, again.objects().stream().map(VerbsObject::toString).toList());
        QueuePair found = again.find(QueuePair.class, "mine").orElseThrow();
        assertEquals(QpState.RTS, found.state());
        assertEquals(pair.number(), found.number());
        assertEquals(List.of(new MulticastAttachment(GROUP, MLID)), found.attachments());
        assertEquals(
                0x1234, again.find(MemoryRegion.class, "memory").orElseThrow().buffer().getInt(0));
        assertEquals(List.of(), ClosingAll.of(again));
        assertEquals(List.of(), after.contexts());
    }

    @Test
    void theOldObjectsAreClosedToTheirUsersAndClosingThemTouchesNothing() {
        before.end();
        Session after = host.session();
        assertFalse(pair.isOpen());
        assertFalse(context.isOpen());
        pair.close();
        context.close();
        assertEquals(List.of(), before.contexts());
        assertThrows(RdmaException.class, () -> before.open("mlx4_0", "other"));
        QueuePair found = after.open("mlx4_0", "work").find(QueuePair.class, "mine").orElseThrow();
        assertTrue(found.isOpen());
        assertNotEquals(pair, found);
        assertEquals(pair.name(), found.name());
    }

    @Test
    void everyOperationOfAnOldObjectAnswersEbadfAndSaysHowToGoOn() {
        ProtectionDomain domain = context.find(ProtectionDomain.class, "mine").orElseThrow();
        CompletionQueue queue = context.find(CompletionQueue.class, "mine").orElseThrow();
        CompletionChannel channel = context.createCompletionChannel("channel");
        AddressHandle address =
                domain.createAddressHandle("way", AhAttributes.local(new Lid(1), 1));
        SharedReceiveQueue shared =
                domain.createSharedReceiveQueue("shared", new SrqAttributes(8, 1, 0));
        WorkQueue work = domain.createWorkQueue("work", new WqInit(WqType.RQ, 8, 1), queue);
        MemoryRegion memory = domain.registerMemory("memory", 9, Set.of());
        before.end();
        List<Runnable> calls =
                List.of(
                        () -> context.allocateProtectionDomain("x"),
                        () -> context.createCompletionChannel("x"),
                        () -> context.createCompletionQueue("x", 1, null, 0),
                        () -> context.createReceiveIndirectionTable("x", List.of(work)),
                        () -> context.openXrcDomain("x"),
                        context::completionVectors,
                        context::objects,
                        () -> domain.registerMemory("x", 1, Set.of()),
                        () -> domain.createSharedReceiveQueue("x", new SrqAttributes(1, 1, 0)),
                        () -> domain.createAddressHandle("x", AhAttributes.local(MLID, 1)),
                        () -> domain.createQueuePair("x", pair.init(), queue, queue, null),
                        () -> domain.createWorkQueue("x", work.init(), queue),
                        queue::capacity,
                        queue::channel,
                        () -> queue.resize(3),
                        () -> queue.moderate(new CqModeration(1, 1)),
                        () -> queue.arm(false),
                        () -> queue.poll(1),
                        () -> channel.await(0),
                        address::attributes,
                        shared::query,
                        () -> shared.resize(2),
                        () -> shared.armLimit(1),
                        () -> shared.postReceive(List.of()),
                        work::state,
                        work::number,
                        () -> work.modify(WqState.RDY),
                        () -> work.postReceive(List.of()),
                        memory::address,
                        memory::length,
                        memory::lkey,
                        memory::rkey,
                        memory::access,
                        memory::buffer,
                        pair::state,
                        () -> pair.query(Set.of(QpAttribute.CAP)),
                        () -> pair.modify(QpAttributes.ofState(QpState.ERR)),
                        () -> pair.attachMulticast(GROUP, MLID),
                        () -> pair.detachMulticast(GROUP, MLID),
                        pair::attachments,
                        pair::sendQueue,
                        pair::receiveQueue,
                        pair::sharedReceiveQueue,
                        () -> pair.postSend(List.of()),
                        () -> pair.postReceive(List.of()),
                        () -> pair.postReceiveRing(memory, 1),
                        pair::receiveRing,
                        () -> shared.postReceiveRing(memory, 1),
                        shared::receiveRing);
        for (Runnable call : calls) {
            RdmaException error = assertThrows(RdmaException.class, call::run);
            assertEquals("EBADF", error.errno().name(), error.getMessage());
            assertTrue(error.remedy().contains("by its name"), error.remedy());
        }
    }

    @Test
    void whatNobodyOpensAgainIsUnclaimed() {
        DeviceContext other = before.open("rxe0", "other");
        assertEquals(List.of(), before.unclaimed());
        before.end();
        Session after = host.session();
        assertEquals(2, after.unclaimed().size());
        DeviceContext again = after.open("mlx4_0", "work");
        assertEquals(
                List.of(other.name()), after.unclaimed().stream().map(VerbsObject::name).toList());
        assertEquals(again, after.open("mlx4_0", "work"));
        assertEquals(2, after.contexts().size());
    }

    @Test
    void oneNameIsOneContextOnOneDevice() {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> before.open("rxe0", "work"));
        assertTrue(String.valueOf(error.getMessage()).contains("open on mlx4_0, not on rxe0"));
        assertEquals(context, before.open("mlx4_0", "work"));
        assertEquals(context.hashCode(), before.open("mlx4_0", "work").hashCode());
    }

    @Test
    void endingTwiceIsTheSameAsOnce() {
        before.end();
        before.end();
        assertFalse(before.isCurrent());
    }
}
