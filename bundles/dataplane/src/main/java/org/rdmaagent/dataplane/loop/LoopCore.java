// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.figures.Allocation;
import org.rdmaagent.dataplane.figures.LoopTally;
import org.rdmaagent.dataplane.idle.Idle;
import org.rdmaagent.dataplane.idle.Idles;
import org.rdmaagent.dataplane.idle.Turns;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;

/**
 * The turns of a poll loop: one command at the most, then each queue once. One thread, or a test,
 * calls {@link #doWork}; what others want comes as a command through {@link #commands}. A turn
 * neither allocates, locks nor logs while queues and handlers behave.
 */
public final class LoopCore implements Turns {
    private final LoopTally tally;
    private final Busy busy = new Busy();
    private final Stamps stamps;
    private final Failures failures;
    private final Intake intake;
    private final HandOut handOut;
    private final SlotWork slotWork;
    private final Commands commands;

    private volatile Slot[] slots = {};
    private volatile int batchSize;
    private volatile boolean paused;
    private volatile IdleStrategy strategy;
    private volatile Idle idle;
    private volatile @Nullable Thread thread;
    private long stallNanos;
    private boolean polls;

    /** Without queues. The first settings come as a parameter, later ones as commands. */
    public LoopCore(LoopLimits limits, LongSupplier nanoTime, Instant since, LoopNews news) {
        this.tally = new LoopTally(since);
        this.stamps = new Stamps(nanoTime, tally.longestGapNanos);
        this.failures = new Failures(news, limits.maxHandlerErrors());
        this.intake = new Intake(tally);
        Garbage garbage = new Garbage(Allocation::ofThisThread, news);
        this.handOut = new HandOut(tally, busy, stamps, failures, garbage);
        this.slotWork = new SlotWork(stamps, news, this::queuesChange);
        this.commands = new Commands(this::wake);
        this.batchSize = limits.batchSize();
        this.stallNanos = limits.stallNanos();
        this.strategy = limits.idle();
        this.idle = Idles.of(limits.idle(), this);
    }

    @Override
    public int doWork() {
        if (commands.runOne()) {
            stamps.napped();
        }
        Slot[] all = slots;
        boolean takes = !paused;
        boolean any = false;
        int found = 0;
        for (Slot slot : all) {
            Serving serving = slot.serving();
            if (serving != null && takes) {
                any = true;
                found += serve(slot, serving);
            } else {
                attend(slot);
            }
        }
        polls = any;
        if (handOut.inTurn()) {
            long unused = handOut.endTurn(stallNanos);
        } else {
            stamps.idleTurn();
        }
        return found;
    }

    private int serve(Slot slot, Serving serving) {
        CompletionPort port = serving.port();
        int found = slot.leftover ? port.remaining() : port.poll(batchSize);
        if (slot.swapping) {
            slotWork.endSwap(slot);
        }
        slot.polledEmpty = found == 0;
        if (found > 0) {
            if (!slot.leftover) {
                intake.count(slot, port, found);
            }
            handOut.deliver(slot, serving, found);
            return found;
        }
        if (found == 0) {
            nothing(slot, port);
        } else {
            slotWork.lose(slot, port, found);
        }
        return 0;
    }

    private void nothing(Slot slot, CompletionPort port) {
        if (slot.leftover) {
            // The thread before this one died after the last completion of the batch.
            slot.leftover = false;
            port.flush();
        } else {
            tally.emptyPolls.add(1);
        }
    }

    private void attend(Slot slot) {
        CompletionPort port = slot.port();
        if (port != null) {
            int answer = port.attend();
            if (answer < 0) {
                slotWork.lose(slot, port, answer);
            }
        }
    }

    /**
     * After a turn: rests if it found nothing and nobody wants anything. A turn carries out one
     * command, and the wake of those behind it may be used up. The loop's thread.
     */
    public void afterTurn(int work) {
        if (!isCalled()) {
            idle.afterTurn(work);
        }
    }

    /** What others want of it. Any thread. */
    public Commands commands() {
        return commands;
    }

    /** Who holds its thread. Any thread. */
    public Busy busy() {
        return busy;
    }

    /** What it counts. Any thread. */
    public LoopTally tally() {
        return tally;
    }

    /** Its queues. Any thread. */
    public List<Slot> slots() {
        return List.of(slots);
    }

    /** The most completions of one poll. Any thread. */
    public int batchSize() {
        return batchSize;
    }

    /** Whether it is paused. Any thread. */
    public boolean isPaused() {
        return paused;
    }

    /** What it does when its queues are empty. Any thread. */
    public IdleStrategy strategy() {
        return strategy;
    }

    /** Why it does something else; empty if it does not. Any thread. */
    public String idleTrouble() {
        return idle.trouble();
    }

    private void wake() {
        idle.wake();
        LockSupport.unpark(thread);
    }

    private void queuesChange() {
        idle.queuesChange();
    }

    // What follows is done by commands, on the loop's thread.

    /** These are its queues; those that are none any more are closed. */
    public void use(List<Slot> next) {
        for (Slot slot : slots) {
            if (!next.contains(slot)) {
                slotWork.leave(slot);
                busy.forget(slot);
            }
        }
        slots = next.toArray(Slot[]::new);
    }

    /** A queue was opened. */
    public void attach(Slot slot, CompletionPort port, CompletionPorts by) {
        queuesChange();
        slotWork.open(slot, port, by);
    }

    /** A queue is given up: its port is closed. */
    public void detach(Slot slot) {
        slotWork.close(slot);
    }

    /**
     * A queue is given up if this is its port and its batch is handed out; what completes until its
     * next port is opened waits in the queue.
     *
     * @return whether it was
     */
    public boolean detachWhole(Slot slot, CompletionPort port) {
        return slotWork.closeWhole(slot, port);
    }

    /** A queue has this handler from now on, or none. */
    public void bind(Slot slot, @Nullable Binding next) {
        slotWork.bind(slot, next);
    }

    /** Ends a quarantine; whether there was one. */
    public boolean release(Slot slot) {
        return slotWork.release(slot);
    }

    /** Pauses, or goes on. */
    public void pause(boolean on) {
        paused = on;
        stamps.rested();
    }

    /** Sets the most completions of one poll; returns the previous. */
    public int resize(int next) {
        int previous = batchSize;
        batchSize = next;
        return previous;
    }

    /** Sets what it does when its queues are empty; returns the previous. */
    public IdleStrategy rest(IdleStrategy next) {
        IdleStrategy previous = strategy;
        idle.queuesChange();
        strategy = next;
        idle = Idles.of(next, this);
        return previous;
    }

    /** Sets what is configured. */
    public void limit(LoopLimits limits) {
        int unused = resize(limits.batchSize());
        if (limits.idle() != strategy) {
            IdleStrategy unusedToo = rest(limits.idle());
        }
        stallNanos = limits.stallNanos();
        failures.limit(limits.maxHandlerErrors());
    }

    /** Sets what was counted to 0. */
    public void reset(Instant now) {
        tally.reset(now);
        for (Slot slot : slots) {
            slot.reset();
        }
        stamps.rested();
    }

    /** This thread begins with the turns, perhaps after one that died in the middle of one. */
    public void begin() {
        thread = Thread.currentThread();
        handOut.recover();
        for (Slot slot : slots) {
            attend(slot);
        }
        stamps.rested();
    }

    /** The turns are over: closes all ports. */
    public void close() {
        thread = null;
        for (Slot slot : slots) {
            slotWork.close(slot);
        }
    }

    // What follows is what the idle strategies ask.

    @Override
    public boolean polls() {
        return polls;
    }

    @Override
    public boolean isCalled() {
        return commands.areWaiting();
    }

    @Override
    public boolean hasPorts() {
        return SlotPorts.any(slots);
    }

    @Override
    public List<CompletionPort> ports() {
        return SlotPorts.of(slots);
    }

    @Override
    public CompletionWait await(List<CompletionPort> ports) {
        return SlotPorts.await(slots, ports);
    }

    @Override
    public void napped() {
        stamps.napped();
    }

    @Override
    public void rested() {
        stamps.rested();
    }
}
