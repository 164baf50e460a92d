// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What others want of a loop, in their order. Any thread posts; the loop's thread takes one before
 * each turn, which costs it one volatile read where there is none. While a loop has no thread, the
 * one that posts carries out what it posts.
 */
public final class Commands {
    private final Queue<Command> waiting = new ArrayDeque<>();
    private final Runnable wake;
    private volatile boolean some;
    private boolean served;

    /** Without a thread that serves it. */
    Commands(Runnable wake) {
        this.wake = wake;
    }

    /** Asks for something. */
    public Command post(Runnable action) {
        Command command = new Command(action);
        synchronized (this) {
            waiting.add(command);
            some = true;
            if (!served) {
                drain();
                return command;
            }
        }
        wake.run();
        return command;
    }

    /** Ends a sleep of the loop, or the next one, also one that is only being prepared. */
    public void nudge() {
        synchronized (this) {
            some = true;
        }
        wake.run();
    }

    /** Whether the loop's thread has to come back at once. */
    boolean areWaiting() {
        return some;
    }

    /** Carries out one of them, if there is any. The loop's thread. */
    boolean runOne() {
        if (!some) {
            return false;
        }
        Command next = take();
        if (next == null) {
            return false;
        }
        next.run();
        return true;
    }

    private synchronized @Nullable Command take() {
        Command next = waiting.poll();
        some = !waiting.isEmpty();
        return next;
    }

    /** From now on a thread calls {@link #runOne}. */
    synchronized void serve() {
        served = true;
    }

    /** Nobody does any more; what waits is carried out now. */
    synchronized void leave() {
        served = false;
        drain();
    }

    private void drain() {
        for (Command next = take(); next != null; next = take()) {
            next.run();
        }
    }
}
