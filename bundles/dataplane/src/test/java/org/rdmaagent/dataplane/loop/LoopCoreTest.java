// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.BatchCount;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.LoopFigures;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.verbs.WorkCompletionStatus;

class LoopCoreTest {
    private final HandDriven loop = new HandDriven();
    private final List<Long> seen = new ArrayList<>();
    private final CompletionHandler collecting =
            batch -> {
                while (batch.next()) {
                    seen.add(batch.wrId());
                    batch.repost();
                }
            };

    @Test
    void whatCompletesIsHandedOutInOrderAndItsBuffersAreGivenBack() {
        ScriptedPort port = new ScriptedPort("feed", number -> number == 5);
        Slot slot = loop.slot(port);
        loop.bind(slot, collecting, "collecting");
        port.complete(40);
        loop.turns(4);

        assertEquals(LongStream.range(0, 40).boxed().toList(), seen);
        assertEquals(3, port.flushes);
        assertEquals(0, port.lostAtFlush);
        LoopFigures figures = loop.core.tally().figures();
        assertEquals(40, figures.completions());
        assertEquals(
                List.of(new BatchCount(8, 15, 1), new BatchCount(16, 31, 2)),
                figures.batchHistogram());
        assertEquals(figures.polls(), figures.emptyPolls() + 3);
        Map<WorkCompletionStatus, Long> statuses =
                Map.of(WorkCompletionStatus.SUCCESS, 39L, WorkCompletionStatus.WR_FLUSH_ERR, 1L);
        assertEquals(statuses, figures.statuses());
        assertEquals(statuses, slot.tally().statuses.counts());
        assertEquals(40, slot.tally().handlerCompletions.get());
        assertEquals(16, port.statusesAsked, "only the batch with a failure is looked through");
    }

    @Test
    void aQueueWithoutHandlerIsLeftAsItIs() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        port.complete(10);
        loop.turns(5);

        assertEquals(SlotState.PARKED, slot.state());
        assertEquals(10, port.waiting());
        assertEquals(0, port.polls);
        assertTrue(port.attends >= 5);
        assertFalse(loop.core.polls());
    }

    @Test
    void whatAHandlerDoesNotAskForIsSkippedAndCounted() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(
                slot,
                batch -> {
                    assertTrue(batch.next());
                    batch.repost();
                },
                "one");
        port.complete(10);
        loop.turns(2);

        assertEquals(9, slot.tally().skipped.get());
        assertEquals(10, slot.tally().completions.get());
        assertEquals(0, port.lostAtFlush);
        assertEquals(Map.of(WorkCompletionStatus.SUCCESS, 10L), slot.tally().statuses.counts());
    }

    @Test
    void aHandlerThatFailsNowAndThenGetsTheRestOfTheBatch() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(
                slot,
                batch -> {
                    while (batch.next()) {
                        seen.add(batch.wrId());
                        if (batch.wrId() % 8 == 3) {
                            throw new IllegalStateException("no " + batch.wrId());
                        }
                        batch.repost();
                    }
                },
                "moody");
        port.complete(64);
        loop.turns(5);

        assertEquals(LongStream.range(0, 64).boxed().toList(), seen);
        assertEquals(8, slot.tally().handlerErrors.get());
        assertEquals("java.lang.IllegalStateException: no 59", slot.lastError());
        assertEquals(SlotState.ACTIVE, slot.state());
        assertEquals(0, port.lostAtFlush);
    }

    @Test
    void afterSomeFailuresInARowTheQueueKeepsWhatIsCompleted() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(slot, this::takeOneAndFail, "broken");
        port.complete(20);
        loop.turns(5);

        assertEquals(SlotState.QUARANTINED, slot.state());
        assertEquals(List.of(0L, 1L, 2L), seen);
        assertEquals(4, port.waiting());
        assertEquals(
                List.of(
                        LoopEventKind.QUEUE_FOUND,
                        LoopEventKind.HANDLER_CHANGED,
                        LoopEventKind.HANDLER_FAILED,
                        LoopEventKind.QUARANTINED),
                loop.kinds());

        loop.bind(slot, collecting, "collecting");
        loop.turns(3);
        assertEquals(LongStream.range(0, 20).boxed().toList(), seen);
        assertEquals(20, slot.tally().completions.get());
        assertEquals(17, slot.tally().handlerCompletions.get());
        assertTrue(loop.kinds().contains(LoopEventKind.RELEASED));
    }

    private void takeOneAndFail(CompletionBatch batch) {
        if (batch.next()) {
            seen.add(batch.wrId());
        }
        throw new IllegalStateException();
    }

    @Test
    void aReleasedHandlerGoesOnBehindItsLastCompletion() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(slot, this::takeOneAndFail, "broken");
        port.complete(5);
        loop.turns(2);
        loop.order(() -> assertTrue(loop.core.release(slot)));
        loop.turns(2);
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L), seen);
        // Two more failures do not make three in a row.
        assertEquals(SlotState.ACTIVE, slot.state());
        loop.order(() -> assertFalse(loop.core.release(slot)));
    }

    @Test
    void anErrorIsEnoughButAnAssertionIsNot() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(
                slot,
                batch -> {
                    assertTrue(batch.next());
                    throw new AssertionError("one");
                },
                "asserting");
        port.complete(1);
        loop.turns(2);
        assertEquals(SlotState.ACTIVE, slot.state());
        loop.bind(
                slot,
                batch -> {
                    throw new NoClassDefFoundError("gone");
                },
                "gone");
        port.complete(1);
        loop.turns(2);
        assertEquals(SlotState.QUARANTINED, slot.state());
        assertEquals("java.lang.NoClassDefFoundError: gone", slot.lastError());
    }

    @Test
    void aQueueThatSomebodyClosesIsGivenUp() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(slot, collecting, "collecting");
        port.answer = CompletionPort.REVOKED;
        loop.turns(1);
        assertTrue(port.closed);
        assertEquals(SlotState.WAITING, slot.state());

        ScriptedPort next = new ScriptedPort("feed");
        next.complete(3);
        loop.order(() -> loop.core.attach(slot, next, HandDriven.NO_WAIT));
        loop.turns(1);
        assertEquals(List.of(0L, 1L, 2L), seen);
        assertTrue(loop.kinds().contains(LoopEventKind.QUEUE_LOST));
    }

    @Test
    void aDamagedQueueSaysWhyAndIsLeftWhenItIsClosed() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(slot, collecting, "collecting");
        port.answer = CompletionPort.DAMAGED;
        loop.turns(3);
        assertEquals(SlotState.DAMAGED, slot.state());
        assertEquals("the queue overran", slot.damage());
        assertEquals(1, loop.kinds().stream().filter(LoopEventKind.QUEUE_DAMAGED::equals).count());
        assertFalse(port.closed);
        port.answer = CompletionPort.REVOKED;
        loop.turns(1);
        assertEquals(SlotState.WAITING, slot.state());
        assertTrue(port.closed);
    }

    @Test
    void aPausedLoopLetsGoButTakesNothing() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(slot, collecting, "collecting");
        loop.order(() -> loop.core.pause(true));
        port.complete(3);
        int attends = port.attends;
        loop.turns(4);
        assertEquals(3, port.waiting());
        assertEquals(attends + 4, port.attends);
        loop.order(() -> loop.core.pause(false));
        loop.turns(1);
        assertEquals(0, port.waiting());
    }

    @Test
    void theSwapPauseIsFromTheOldHandlersLastPollToTheNewOnesFirst() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(
                slot,
                batch -> {
                    loop.nanos += 500;
                    collecting.onCompletions(batch);
                },
                "old");
        loop.turns(1);
        port.complete(1);
        loop.nanos += 10_000;
        loop.turns(1);
        loop.nanos += 70;
        loop.bind(slot, collecting, "new");
        loop.turns(1);
        assertEquals(1, slot.tally().swaps.get());
        assertEquals(570, slot.tally().swapPauses.distribution().largest());

        loop.unbind(slot);
        loop.nanos += 3_000;
        loop.bind(slot, collecting, "third");
        loop.turns(1);
        assertEquals(2, slot.tally().swaps.get());
        assertEquals(3_000.0, (double) slot.tally().swapPauses.distribution().largest(), 2.0);
    }

    @Test
    void cyclesGapsAndStallsAreMeasured() {
        ScriptedPort port = new ScriptedPort("feed");
        Slot slot = loop.slot(port);
        loop.bind(
                slot,
                batch -> {
                    assertEquals("slow", loop.core.busy().handler());
                    assertEquals(loop.nanos, loop.core.busy().sinceNanos());
                    loop.nanos += HandDriven.STALL_NANOS + 1;
                    collecting.onCompletions(batch);
                },
                "slow");
        port.complete(1);
        loop.turns(2);
        LoopFigures figures = loop.core.tally().figures();
        assertEquals(1, figures.stalls());
        assertEquals(1, figures.cycleNanos().count());
        assertEquals(1_000_000.0, (double) figures.cycleNanos().largest(), 1_000.0);
        assertEquals(HandDriven.STALL_NANOS + 1, figures.longestGapNanos());
        assertEquals(0, loop.core.busy().sinceNanos());

        loop.nanos += 7_000_000;
        loop.turns(64);
        assertEquals(7_000_000, loop.core.tally().figures().longestGapNanos());
        loop.order(() -> loop.core.reset(Instant.MAX));
        figures = loop.core.tally().figures();
        assertEquals(0, figures.completions());
        assertEquals(0, figures.longestGapNanos());
        assertEquals(0, figures.cycleNanos().count());
        assertEquals(Instant.MAX, figures.since());
        assertEquals(0, slot.tally().completions.get());
    }

    @Test
    void anEmptyTurnTakesOneCommandAtTheMost() {
        List<Integer> done = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            Command unused = loop.core.commands().post(() -> done.add(number));
        }
        loop.turns(1);
        assertEquals(List.of(0), done);
        loop.turns(2);
        assertEquals(List.of(0, 1, 2), done);
    }

    @Test
    void withoutAThreadACommandIsCarriedOutByItsSender() {
        List<Integer> done = new ArrayList<>();
        Command waiting = loop.core.commands().post(() -> done.add(1));
        loop.core.commands().leave();
        assertTrue(waiting.isDone());
        assertTrue(loop.core.commands().post(() -> done.add(2)).await(0));
        assertEquals(List.of(1, 2), done);
    }
}
