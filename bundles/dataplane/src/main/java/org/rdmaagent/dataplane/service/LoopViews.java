// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.Distribution;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopFigures;
import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.PollLoop;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.dataplane.SlotStatus;
import org.rdmaagent.dataplane.figures.SlotTally;
import org.rdmaagent.dataplane.loop.LoopCore;
import org.rdmaagent.dataplane.loop.Slot;
import org.rdmaagent.dataplane.placement.PlacementWish;
import org.rdmaagent.dataplane.placement.Placing;
import org.rdmaagent.spi.completion.CompletionPort;

/** Loops and queues as values. Reads what the loops publish; never waits for them. */
final class LoopViews {
    private static final LoopFigures NO_FIGURES =
            new LoopFigures(Instant.EPOCH, 0, 0, 0, List.of(), Distribution.NONE, 0, 0, Map.of());

    private LoopViews() {}

    static PollLoop of(LoopEntry entry) {
        return entry.loop()
                .map(loop -> of(entry, loop))
                .orElseGet(
                        () ->
                                new PollLoop(
                                        entry.name(),
                                        LoopState.STOPPED,
                                        entry.trouble(),
                                        1,
                                        IdleStrategy.BACKOFF,
                                        0,
                                        Placing.none(PlacementWish.ANY),
                                        NO_FIGURES,
                                        List.of()));
    }

    private static PollLoop of(LoopEntry entry, ManagedLoop loop) {
        LoopCore core = loop.core();
        return new PollLoop(
                entry.name(),
                state(loop),
                reason(entry, loop),
                core.batchSize(),
                core.strategy(),
                loop.thread().restarts(),
                loop.thread().placement(),
                core.tally().figures(),
                loop.slots().stream().map(LoopViews::of).toList());
    }

    static LoopState state(ManagedLoop loop) {
        if (!loop.thread().gaveUp().isEmpty()) {
            return LoopState.STOPPED;
        }
        if (!loop.thread().isRunning()) {
            return LoopState.RESTARTING;
        }
        return loop.core().isPaused() ? LoopState.PAUSED : LoopState.RUNNING;
    }

    /** Of a queue it tells why it is not polled as the loop's own configuration asks for. */
    private static String reason(LoopEntry entry, ManagedLoop loop) {
        Stream<String> own =
                Stream.of(
                        loop.thread().gaveUp(),
                        entry.trouble(),
                        loop.core().idleTrouble(),
                        refusal(loop));
        return Stream.concat(own, loop.slots().stream().map(LoopViews::otherPort))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String otherPort(QueueSlot queue) {
        String text = QueueSlot.joined(queue.portTrouble(), queue.portRemark());
        return text.isEmpty() ? "" : queue.slot().cq() + ": " + text;
    }

    /** Why its thread does not run where it was to; empty if it does, or there is none. */
    static String refusal(ManagedLoop loop) {
        return loop.thread().isRunning() ? Placing.refusal(loop.thread().placement()) : "";
    }

    private static SlotStatus of(QueueSlot queue) {
        Slot slot = queue.slot();
        SlotState state = slot.state();
        SlotTally tally = slot.tally();
        @Nullable CompletionPort port = slot.port();
        return new SlotStatus(
                slot.cq(),
                port == null ? "" : port.queue().device(),
                state,
                reason(queue, state),
                slot.handler(),
                port == null ? "" : port.kind(),
                tally.completions.get(),
                tally.handlerCompletions.get(),
                tally.skipped.get(),
                tally.handlerErrors.get(),
                tally.allocatedInBatch.get(),
                slot.lastError(),
                port == null ? 0 : port.staleCompletions(),
                port == null ? 0 : port.receivesPosted(),
                port == null ? 0 : port.receivesHeld(),
                tally.swaps.get(),
                tally.swapPauses.distribution(),
                tally.statuses.counts(),
                queue.handlerFigures());
    }

    /** Why a queue is not polled, or what is wrong although it is; empty if all is well. */
    static String reason(QueueSlot queue, SlotState state) {
        Slot slot = queue.slot();
        return switch (state) {
            case ACTIVE -> QueueSlot.joined(queue.trouble(), queue.portRemark());
            case WAITING -> queue.waiting();
            case PARKED ->
                    QueueSlot.joined(
                            "no handler has rdma.cq = "
                                    + slot.cq()
                                    + ": deploy one, or configure org.rdmaagent.handlers.counting",
                            queue.portTrouble(),
                            queue.portRemark());
            case QUARANTINED -> slot.quarantine() + ": replace the handler, or release the queue";
            case DAMAGED -> slot.damage();
        };
    }
}
