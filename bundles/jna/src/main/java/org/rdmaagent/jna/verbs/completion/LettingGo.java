// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How closers get the polling thread of a port to let go of what they close.
 *
 * <p>A closer marks its object, then asks; the polling thread sees that somebody asked, forgets
 * every marked object, then grants what was asked until then. While the thread sleeps nobody need
 * wait: it looks for questions after its sleep, before it touches anything. All of these are
 * volatile, so that either the closer sees the sleep over or the thread sees the question. For any
 * number of closers and one polling thread.
 */
public final class LettingGo {
    /** How long a closer waits. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** And at least, where others have waited for nothing before it. */
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicLong asked = new AtomicLong();
    private final AtomicInteger halts = new AtomicInteger();
    private volatile long granted;

    /** Whether the two differ: one look is enough for the polling thread. */
    private volatile boolean wanted;

    private volatile boolean asleep;
    private volatile boolean ended;
    private volatile @Nullable Runnable alarm;
    private long lastWaitedFor;
    private long unmetSince;

    /**
     * Asks; the object is marked. Ends the polling thread's sleep.
     *
     * @return what to wait for
     */
    public long ask() {
        long question;
        synchronized (this) {
            if (granted >= lastWaitedFor) {
                unmetSince = System.nanoTime();
            }
            question = asked.incrementAndGet();
            wanted = true;
            lastWaitedFor = question;
            notifyAll(); // it may be halted
        }
        alarm();
        return question;
    }

    /** Tells that something changed, without waiting for anything. */
    public void tell() {
        asked.getAndIncrement();
        wanted = true;
        alarm();
    }

    /**
     * Makes {@link #isAsked} true although nobody asks for anything: the polling thread finds out
     * what there is, and says {@link #calm}. Ends its sleep. Any thread.
     */
    public void raise() {
        if (!wanted) {
            wanted = true;
        }
        alarm();
    }

    private void alarm() {
        Runnable sleeper = alarm;
        if (asleep && sleeper != null) {
            sleeper.run();
        }
    }

    /**
     * Waits until the polling thread has let go, sleeps, or is none any more.
     *
     * @return false if it did not within 2 s since somebody first asked it
     */
    public boolean awaitGrant(long question) {
        return await(() -> granted >= question || asleep || ended);
    }

    /**
     * Halts the polling thread where it touches nothing; it goes on after {@link #resume}. A thread
     * that sleeps counts as halted, and does not touch anything after its sleep.
     *
     * @return false if it did not come within 2 s; then it is not halted
     */
    public boolean halt() {
        halts.incrementAndGet();
        boolean halted = awaitGrant(ask());
        if (!halted) {
            resume();
        }
        return halted;
    }

    /** Ends a {@link #halt}. */
    public void resume() {
        synchronized (this) {
            halts.decrementAndGet();
            asked.getAndIncrement(); // it looks again at what there is
            wanted = true;
            notifyAll();
        }
    }

    /**
     * Waits as long as somebody halts it, and grants what is asked meanwhile, since it touches
     * nothing: it has to forget what is marked before it goes on. Polling thread, after a grant.
     */
    public void awaitResumption() {
        boolean interrupted = false;
        synchronized (this) {
            while (halts.get() > 0) {
                grant(asked.get());
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true; // who halts it touches what it would touch
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether somebody halts it. Polling thread. */
    public boolean isHalted() {
        return halts.get() > 0;
    }

    /**
     * Waits until the port is closed.
     *
     * @return false if it was not within 2 s since it was last heard of
     */
    public boolean awaitEnd() {
        return await(() -> ended);
    }

    private boolean await(BooleanSupplier condition) {
        boolean interrupted = false;
        long start = System.nanoTime();
        synchronized (this) {
            while (!condition.getAsBoolean()) {
                long now = System.nanoTime();
                long left = Math.max(unmetSince + PATIENCE_NANOS - now, start + LEAST_NANOS - now);
                if (left <= 0) {
                    break;
                }
                try {
                    wait(left / NANOS_PER_MILLI + 1);
                } catch (InterruptedException e) {
                    interrupted = true; // 2 s at the most: told to the caller afterwards
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return condition.getAsBoolean();
    }

    /** Whether somebody asked for something that was not granted, or {@link #raise}d. */
    public boolean isAsked() {
        return wanted;
    }

    /** Whether somebody asked for something that was not granted. Polling thread. */
    public boolean hasQuestions() {
        return asked.get() != granted;
    }

    /** What was raised before is going to be looked at. Polling thread. */
    public void calm() {
        wanted = false;
        if (hasQuestions()) {
            wanted = true; // who asks raises the count before it says so
        }
    }

    /** What was asked until now. Polling thread. */
    public long questions() {
        return asked.get();
    }

    /** Everything that was marked before these questions is forgotten. Polling thread. */
    public void grant(long questions) {
        synchronized (this) {
            granted = questions;
            wanted = false;
            // Who asked meanwhile has raised the count before it says so: one of us sees the other.
            if (asked.get() != questions) {
                wanted = true;
            }
            unmetSince = System.nanoTime();
            notifyAll();
        }
    }

    /**
     * The polling thread is about to sleep and touches nothing from now on.
     *
     * @param wake ends the sleep
     */
    public void sleeps(Runnable wake) {
        alarm = wake;
        asleep = true;
        if (isAsked()) {
            tellClosers();
        }
    }

    /** The polling thread is awake; it looks for questions next. */
    public void wakes() {
        asleep = false;
    }

    /** There is no polling thread any more; if there is one after all, it is asked for ever. */
    public void end() {
        ended = true;
        asked.getAndIncrement();
        wanted = true;
        tellClosers();
    }

    /** Whether {@link #end} was called. */
    public boolean hasEnded() {
        return ended;
    }

    private synchronized void tellClosers() {
        notifyAll();
    }
}
