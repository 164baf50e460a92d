// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** What a loop takes from a port, and when it lets go of one. */
class PortUseTest {
    private final HandDriven loop = new HandDriven();
    private final List<Long> seen = new ArrayList<>();

    private void collect(CompletionBatch batch) {
        while (batch.next()) {
            seen.add(batch.wrId());
            batch.repost();
        }
    }

    private void takeOneAndFail(CompletionBatch batch) {
        if (batch.next()) {
            seen.add(batch.wrId());
        }
        throw new IllegalStateException();
    }

    @Test
    void aHandlerSeesThePortsOwnBatch() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        List<CompletionBatch> batches = new ArrayList<>();
        loop.bind(slot, batches::add, "keeping");
        port.complete(1);
        loop.turns(1);
        assertEquals(1, batches.size());
        assertSame(port.batch(), batches.get(0));
    }

    @Test
    void statusesCountWhatWasTakenOffTheQueueOnce() {
        ScriptedPort port = new ScriptedPort("feed", number -> number % 5 == 4);
        Slot slot = loop.slot(port);
        loop.bind(slot, this::takeOneAndFail, "broken");
        port.complete(16);
        loop.turns(5);
        assertEquals(SlotState.QUARANTINED, slot.state());
        Map<WorkCompletionStatus, Long> statuses =
                Map.of(WorkCompletionStatus.SUCCESS, 13L, WorkCompletionStatus.WR_FLUSH_ERR, 3L);
        assertEquals(statuses, slot.tally().statuses.counts());
        assertEquals(3, slot.tally().completions.get());
        loop.bind(slot, this::collect, "collecting");
        loop.turns(3);
        assertEquals(statuses, slot.tally().statuses.counts());
        assertEquals(statuses, loop.core.tally().figures().statuses());
        assertEquals(16, slot.tally().completions.get());
    }

    @Test
    void aPortIsGivenUpWhenItsBatchIsHandedOut() {
        ScriptedPort port = new ScriptedPort("feed");
        ScriptedPort next = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(slot, this::takeOneAndFail, "broken");
        port.complete(16);
        loop.turns(5);
        loop.order(() -> assertFalse(loop.core.detachWhole(slot, port), "13 wait here"));
        assertFalse(port.closed);
        loop.bind(slot, this::collect, "collecting");
        loop.turns(3);
        loop.order(() -> assertFalse(loop.core.detachWhole(slot, next), "it is another"));
        loop.order(() -> assertTrue(loop.core.detachWhole(slot, port)));
        assertTrue(port.closed);
        assertEquals(SlotState.WAITING, slot.state());
        assertEquals(0, slot.tally().skipped.get());
        loop.order(() -> loop.core.attach(slot, next, HandDriven.NO_WAIT));
        next.complete(1);
        loop.turns(1);
        assertEquals(17, seen.size());
    }
}
