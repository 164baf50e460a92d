// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens to a queue between two polls. Off the hot path; belongs to the loop's thread. */
final class SlotWork {
    private static final Logger LOG = LoggerFactory.getLogger(SlotWork.class);

    private final Stamps stamps;
    private final LoopNews news;
    private final Runnable beforePortsChange;

    SlotWork(Stamps stamps, LoopNews news, Runnable beforePortsChange) {
        this.stamps = stamps;
        this.news = news;
        this.beforePortsChange = beforePortsChange;
    }

    void open(Slot slot, CompletionPort port, CompletionPorts by) {
        slot.leftover = false;
        slot.polledEmpty = true;
        slot.opened(port, by);
        Binding present = slot.binding();
        PolledQueue queue = port.queue();
        if (slot.find(queue)) {
            news.tell(
                    LoopEventKind.QUEUE_FOUND,
                    slot.cq(),
                    slot.handler(),
                    "it is "
                            + queue.qualifiedName()
                            + " on "
                            + queue.device()
                            + ", polled by "
                            + port.kind());
            // What was swapped while there was no queue made nobody wait.
            slot.served = present != null;
            slot.swapping = false;
        } else if (handler(present) != slot.told.get()
                || slot.toldName.isEmpty() != (present == null)) {
            // It changed while the queue was given up for a moment.
            slot.tally().swaps.add(slot.toldName.isEmpty() || present == null ? 0 : 1);
            tell(slot, slot.toldName, present);
        }
        know(slot, present);
    }

    /** Who listens knows of this handler. */
    private static void know(Slot slot, @Nullable Binding present) {
        slot.toldName = present == null ? "" : present.identity();
        slot.told = new WeakReference<>(handler(present));
    }

    /** Gives a port up, unless a rest of its batch waits here for a handler. */
    boolean closeWhole(Slot slot, CompletionPort port) {
        if (slot.port() != port || slot.leftover) {
            return false;
        }
        close(slot);
        return true;
    }

    /** Whoever polled it next goes on behind what was taken off it here. */
    void close(Slot slot) {
        CompletionPort port = slot.port();
        if (port == null) {
            return;
        }
        if (slot.leftover) {
            int lost = port.remaining();
            slot.tally().skipped.add(lost);
            LOG.warn(
                    "{} completions of {} were taken off the queue and handed out to nobody: the"
                            + " queue went while its handler was in quarantine",
                    lost,
                    slot.cq());
            slot.leftover = false;
        }
        beforePortsChange.run();
        try {
            port.close();
        } catch (RuntimeException e) {
            // A provider on its way out may throw anything.
            LOG.warn("The polling of {} could not be given up: {}", slot.cq(), e.toString());
        }
        slot.closed();
    }

    /** A poll ended with a negative answer. */
    void lose(Slot slot, CompletionPort port, int answer) {
        if (answer == CompletionPort.REVOKED) {
            close(slot);
            slot.miss();
            news.tell(
                    LoopEventKind.QUEUE_LOST,
                    slot.cq(),
                    slot.handler(),
                    "somebody closed it; it is polled again as soon as there is one of that name");
        } else if (slot.damage().isEmpty()) {
            slot.damaged(port.damage());
            news.tell(LoopEventKind.QUEUE_DAMAGED, slot.cq(), slot.handler(), slot.damage());
        }
    }

    void bind(Slot slot, @Nullable Binding next) {
        Binding previous = slot.binding();
        if (handler(previous) == handler(next)) {
            return;
        }
        if (previous != null && !slot.swapping) {
            slot.swapFromNanos = slot.polledEmpty ? stamps.now() : slot.pollEndNanos;
        }
        if (next != null) {
            slot.swapping = slot.served && slot.port() != null;
            slot.served = true;
            slot.tally().handlerCompletions.reset();
            slot.tally().swaps.add(slot.swapping ? 1 : 0);
        }
        boolean released = next != null && slot.quarantined;
        if (released) {
            slot.endQuarantine();
        }
        slot.failuresInRow = 0;
        slot.allocatingLooks = 0;
        slot.tally().allocatedInBatch.reset();
        slot.handled(next);
        // Who gets nothing yet, since there is no queue, is told with the queue.
        if (slot.port() != null) {
            tell(slot, previous == null ? "" : previous.identity(), next);
            know(slot, next);
        }
        if (released) {
            news.tell(
                    LoopEventKind.RELEASED,
                    slot.cq(),
                    slot.handler(),
                    "the handler that failed was replaced");
        }
    }

    /** The loop has the queue no more: its handler has changed for nobody. */
    void leave(Slot slot) {
        close(slot);
        slot.handled(null);
    }

    private static @Nullable CompletionHandler handler(@Nullable Binding binding) {
        return binding == null ? null : binding.handler();
    }

    private void tell(Slot slot, String previous, @Nullable Binding next) {
        String now = next == null ? "" : next.identity();
        String before = previous.isEmpty() ? "nobody" : previous;
        news.tell(
                LoopEventKind.HANDLER_CHANGED,
                slot.cq(),
                now,
                next == null
                        ? before + " went; the queue keeps what is completed"
                        : now + " takes over from " + before);
    }

    /** A handler's first poll. */
    void endSwap(Slot slot) {
        slot.swapping = false;
        slot.tally().swapPauses.record(stamps.now() - slot.swapFromNanos);
    }

    boolean release(Slot slot) {
        if (!slot.quarantined) {
            return false;
        }
        slot.endQuarantine();
        news.tell(
                LoopEventKind.RELEASED, slot.cq(), slot.handler(), "somebody ended the quarantine");
        return true;
    }
}
