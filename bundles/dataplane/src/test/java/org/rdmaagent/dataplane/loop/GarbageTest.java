// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.SlotState;

/** Handlers that leave garbage, and handlers that go. */
class GarbageTest {
    private static final int MANY = Garbage.BATCHES * (Garbage.LOOKS + 2);

    private final HandDriven loop = new HandDriven();
    private final ScriptedPort port = new ScriptedPort("feed");
    private final Slot slot = loop.slot(port);
    private @Nullable Object garbage;

    private static void drain(CompletionBatch batch) {
        while (batch.next()) {
            batch.repost();
        }
    }

    private List<HandDriven.Told> told(LoopEventKind kind) {
        return loop.told.stream().filter(told -> told.kind() == kind).toList();
    }

    private void batches(CompletionHandler handler, String identity, int count) {
        loop.bind(slot, handler, identity);
        loop.turns(2);
        for (int i = 0; i < count; i++) {
            port.complete(1);
            loop.turns(1);
        }
    }

    @Test
    void aHandlerThatAllocatesIsToldOnceWithItsName() {
        batches(
                batch -> {
                    garbage = new byte[1000];
                    drain(batch);
                },
                "wasteful",
                MANY * 2);

        List<HandDriven.Told> told = told(LoopEventKind.HANDLER_ALLOCATES);
        assertEquals(1, told.size(), told::toString);
        assertEquals("wasteful", told.get(0).handler());
        assertTrue(slot.tally().allocatedInBatch.get() >= 1000);
        assertEquals(SlotState.ACTIVE, slot.state());
    }

    @Test
    void aHandlerThatDoesNotIsNotTold() {
        batches(GarbageTest::drain, "thrifty", MANY * 2);

        assertEquals(List.of(), told(LoopEventKind.HANDLER_ALLOCATES));
        assertEquals(0, slot.tally().allocatedInBatch.get());
    }

    @Test
    void aHandlerThatAllocatesOnlyAtFirstIsNotTold() {
        int[] calls = {0};
        batches(
                batch -> {
                    if (calls[0]++ < Garbage.BATCHES * (Garbage.LOOKS - 1)) {
                        garbage = new byte[1000];
                    }
                    drain(batch);
                },
                "warming up",
                MANY * 2);

        assertEquals(List.of(), told(LoopEventKind.HANDLER_ALLOCATES));
    }

    @Test
    void theNextHandlerBeginsWithACleanSheet() {
        CompletionHandler wasteful =
                batch -> {
                    garbage = new byte[1000];
                    drain(batch);
                };
        batches(wasteful, "wasteful", Garbage.BATCHES * (Garbage.LOOKS - 1));
        batches(GarbageTest::drain, "thrifty", MANY);

        assertEquals(List.of(), told(LoopEventKind.HANDLER_ALLOCATES));
        assertEquals(0, slot.tally().allocatedInBatch.get());
    }

    @Test
    void aQuarantinedQueueWhoseHandlerGoesIsParked() {
        loop.bind(
                slot,
                batch -> {
                    throw new IllegalStateException("no");
                },
                "broken");
        port.complete(1);
        loop.turns(3);
        assertEquals(SlotState.QUARANTINED, slot.state());

        loop.unbind(slot);
        loop.turns(2);
        assertEquals(SlotState.PARKED, slot.state());
    }
}
