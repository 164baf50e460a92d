// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.loop.Binding;
import org.rdmaagent.dataplane.loop.Command;
import org.rdmaagent.dataplane.loop.LoopCore;
import org.rdmaagent.dataplane.loop.Slot;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A configured queue of a loop, from outside of the loop: finds it, opens it, and says who is to
 * get its completions. Guarded by its {@link Loops}, except for what is volatile.
 */
final class QueueSlot {
    private static final Logger LOG = LoggerFactory.getLogger(QueueSlot.class);

    private final String loop;
    private final LoopCore core;
    private final Slot slot;
    private final LongSupplier nanoTime;
    private final HandlerFigures figures;
    private final DryRing ring = new DryRing();
    private final RinglessQueue ringless = new RinglessQueue();
    private final PortInForce inForce = new PortInForce();
    private final Runnable look;
    private PortWish wish = PortWish.AUTO;
    private @Nullable PolledQueue queue;

    /** The last one of these names: while there is none its handler is not another one. */
    private @Nullable PolledQueue known;

    private @Nullable Command opening;
    private @Nullable Command leaving;
    private boolean returning;
    private String polledBy = "";
    private @Nullable CompletionHandler bound;
    private volatile String waiting = "it was not looked for yet";

    QueueSlot(String loop, LoopCore core, String cq, ManagedLoop.Shared shared) {
        this.loop = loop;
        this.core = core;
        this.slot = new Slot(cq);
        this.nanoTime = shared.nanoTime();
        this.look = shared.look();
        this.figures = new HandlerFigures(nanoTime, shared.asks());
    }

    Slot slot() {
        return slot;
    }

    /** What its handler says of itself. Any thread. */
    Map<String, Long> handlerFigures() {
        return figures.figures(slot.binding());
    }

    /** Looks after its figures and its ring. */
    void look() {
        figures.refresh(slot.binding());
        // While a handler is at work it may hold them all.
        if (core.busy().sinceNanos() == 0) {
            ring.look(slot.port(), slot.tally().completions.get(), nanoTime.getAsLong());
        }
        ringless.look(slot.port(), nanoTime.getAsLong());
    }

    /** How it is to be polled. */
    void wish(PortWish next) {
        wish = next;
    }

    /**
     * Why it is not polled the way that was asked for, and how, or why that way is of no use; empty
     * if neither is so. Any thread.
     */
    String portTrouble() {
        return joined(inForce.trouble(), ringless.trouble());
    }

    /** Why it is polled as it is although nothing is wrong; mostly empty. Any thread. */
    String portRemark() {
        return inForce.remark();
    }

    /** What is wrong although it is polled; empty if nothing is. Any thread. */
    String trouble() {
        return joined(portTrouble(), ring.trouble(), figures.trouble(slot.binding()));
    }

    /** Those of them that say something. */
    static String joined(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }

    /** The names by which a handler may ask for it. */
    Set<String> names() {
        return QueueMatch.names(slot.cq(), known);
    }

    /** Why there is no queue. Any thread. */
    String waiting() {
        return waiting;
    }

    /** Adds the queue that it polls, if it did when it was last asked whether it {@link #seeks}. */
    void claim(Map<Long, String> taken) {
        PolledQueue present = queue;
        if (present != null) {
            taken.put(present.identity(), loop);
        }
    }

    /** Whether a queue is to be looked for. */
    boolean seeks() {
        settle();
        return queue == null;
    }

    /** Whether it was given up only to be polled another way: it comes before those that wait. */
    boolean returns() {
        return returning;
    }

    private void settle() {
        Command present = opening;
        if (present != null && present.isDone()) {
            opening = null;
        }
        if (opening == null && slot.port() == null) {
            queue = null;
            inForce.closed();
        }
    }

    /** Gives its queue up if it is to be polled another way now: between two turns. */
    void review(PortOffers offers, List<PolledQueue> open) {
        settle();
        PolledQueue polled = queue;
        CompletionPort port = slot.port();
        PortChoice next = offers.choice(wish);
        if (polled == null || port == null || next == null || isLeaving()) {
            return;
        }
        PolledQueue present =
                open.stream()
                        .filter(one -> one.identity() == polled.identity())
                        .findFirst()
                        .orElse(polled);
        if (inForce.isOutdated(next, present, nanoTime.getAsLong())) {
            returning = true;
            leaving = core.commands().post(() -> giveUp(port));
        }
    }

    private boolean isLeaving() {
        Command present = leaving;
        return present != null && !present.isDone();
    }

    private void giveUp(CompletionPort port) {
        if (core.detachWhole(slot, port)) {
            look.run();
        }
    }

    /** There is no queue for it, for this reason. */
    void miss(String reason) {
        slot.miss();
        await(reason);
    }

    private void await(String reason) {
        returning = false;
        if (!reason.equals(waiting)) {
            LOG.info("Poll loop {} waits for {}: {}", loop, slot.cq(), reason);
            waiting = reason;
        }
    }

    /** This is its queue, whose handler is to be known before it is opened. */
    void find(PolledQueue found) {
        known = found;
    }

    /** Opens its queue. */
    void open(PolledQueue found, PortOffers offers) {
        PortChoice choice = offers.choice(wish);
        if (choice == null) {
            return;
        }
        PortChoice.Opened opened;
        try {
            opened = choice.open(found, "loop " + loop);
        } catch (RdmaException e) {
            await(String.valueOf(e.getMessage()));
            return;
        }
        queue = found;
        String kind = opened.port().kind();
        if (returning && !kind.equals(polledBy)) {
            LOG.info("Poll loop {}: {} is polled by {} now", loop, slot.cq(), kind);
        }
        polledBy = kind;
        returning = false;
        waiting = "its loop is taking it over";
        // What is asked for once more, and refused as before, is told once.
        if (inForce.opened(choice, opened, found, nanoTime.getAsLong())) {
            LOG.warn("Poll loop {}: {}: {}", loop, slot.cq(), opened.refusal());
        }
        opening = core.commands().post(() -> core.attach(slot, opened.port(), opened.by()));
    }

    /** Gives up a queue of this provider. */
    @Nullable Command leave(CompletionPorts ports) {
        if (queue == null) {
            return null;
        }
        returning = true;
        return core.commands()
                .post(
                        () -> {
                            if (slot.source() == ports) {
                                core.detach(slot);
                            }
                        });
    }

    /** Lets the best of the handlers have it; the command, if that is news. */
    @Nullable Command assign(Handlers handlers) {
        Binding best = handlers.best(names());
        CompletionHandler next = best == null ? null : best.handler();
        if (next == bound) {
            return null;
        }
        bound = next;
        return core.commands().post(() -> core.bind(slot, best));
    }
}
