// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.Placement;
import org.rdmaagent.dataplane.figures.Tally;
import org.rdmaagent.dataplane.placement.PlacementWish;
import org.rdmaagent.dataplane.placement.Placing;
import org.rdmaagent.spi.ThreadScheduling;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a loop, and its successors: one that dies is followed by another, with the same
 * ports, unless that happens again and again. One thread at a time calls {@link #start}, {@link
 * #watch} and {@link #stop}; the others are for any.
 */
public final class LoopThread {
    /** More deaths than that within a minute, and it stays dead. */
    static final int MOST_DEATHS = 5;

    private static final long DEATHS_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final Logger LOG = LoggerFactory.getLogger(LoopThread.class);

    private final String name;
    private final LoopCore core;
    private final LoopNews news;
    private final Supplier<@Nullable ThreadScheduling> scheduling;
    private final LongSupplier nanoTime;
    private final Runnable onDeath;
    private final Deque<Long> deaths = new ArrayDeque<>();

    private volatile @Nullable Thread thread;
    private volatile boolean stopping;
    private volatile String death = "";
    private volatile String gaveUp = "";
    private final Tally restarts = new Tally();
    private volatile PlacementWish wish = PlacementWish.ANY;
    private volatile Placement placement = Placing.none(PlacementWish.ANY);
    private Placing placing = new Placing();

    /**
     * Without a thread yet.
     *
     * @param onDeath called by a thread that dies: its watch should look
     */
    public LoopThread(
            String name,
            LoopCore core,
            LoopNews news,
            Supplier<@Nullable ThreadScheduling> scheduling,
            LongSupplier nanoTime,
            Runnable onDeath) {
        this.name = name;
        this.core = core;
        this.news = news;
        this.scheduling = scheduling;
        this.nanoTime = nanoTime;
        this.onDeath = onDeath;
    }

    /** Begins with the turns; also after it gave up. */
    public void start() {
        if (isRunning()) {
            return;
        }
        stopping = false;
        gaveUp = "";
        deaths.clear();
        launch();
    }

    private void launch() {
        core.commands().serve();
        placing = new Placing();
        Thread next = new Thread(this::run, "rdma-loop-" + name);
        next.setDaemon(true);
        next.setContextClassLoader(LoopThread.class.getClassLoader());
        thread = next;
        next.start();
    }

    private void run() {
        try {
            core.begin();
            place();
            while (!stopping) {
                core.afterTurn(core.doWork());
            }
            core.close();
        } catch (Throwable t) {
            // Also errors: the loop must go on, and only the text may be kept.
            death = t.toString();
        } finally {
            if (stopping) {
                core.commands().leave();
                // What waited may have opened a queue that nobody would ever close.
                core.close();
            }
            onDeath.run();
        }
    }

    /** Places the thread anew. A command. */
    private void place() {
        Placement before = placement;
        Placement next = placing.place(wish, scheduling.get());
        placement = next;
        if (!next.granted() && !next.reason().equals(before.reason())) {
            news.tell(LoopEventKind.PLACEMENT_REFUSED, "", "", next.reason());
        }
    }

    /** Where it is to run from now on. */
    public void place(PlacementWish next) {
        wish = next;
        replace();
    }

    /** Asks again for what it did not get, or from somebody else. */
    public void replace() {
        if (isRunning()) {
            Command unused = core.commands().post(this::place);
        }
    }

    /** Looks whether the thread is still there, and replaces it otherwise. */
    public void watch() {
        Thread present = thread;
        if (present == null || present.isAlive() || stopping || !gaveUp.isEmpty()) {
            return;
        }
        long now = nanoTime.getAsLong();
        deaths.addLast(now);
        while (now - deaths.getFirst() > DEATHS_NANOS) {
            deaths.removeFirst();
        }
        if (deaths.size() > MOST_DEATHS) {
            giveUp();
            return;
        }
        restarts.add(1);
        LOG.error("The thread of poll loop {} died of {}; another one goes on", name, death);
        launch();
        news.tell(
                LoopEventKind.RESTARTED,
                "",
                "",
                "the thread died of " + death + "; another one went on with the same queues");
    }

    private void giveUp() {
        gaveUp =
                "its thread died "
                        + deaths.size()
                        + " times within a minute, the last time of "
                        + death
                        + "; look at the log, and touch its configuration to start it again";
        LOG.error("Poll loop {} stays stopped: {}", name, gaveUp);
        thread = null;
        // What its ports do now may be what killed it.
        try {
            core.close();
        } catch (RuntimeException | Error e) {
            LOG.error("The queues of poll loop {} could not be given up: {}", name, e.toString());
        }
        core.commands().leave();
    }

    /**
     * Ends it and gives its queues up, on its own thread.
     *
     * @param nanos how long to wait for a handler that holds the thread; it ends when that returns
     */
    public void stop(long nanos) {
        stopping = true;
        Thread present = thread;
        if (present == null || !present.isAlive()) {
            core.commands().leave();
            core.close();
            thread = null;
            return;
        }
        core.commands().nudge();
        if (Thread.currentThread() == present) {
            return;
        }
        try {
            present.join(TimeUnit.NANOSECONDS.toMillis(nanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (present.isAlive()) {
            LOG.warn(
                    "Poll loop {} cannot be stopped yet: {} holds its thread; it ends when that"
                            + " returns",
                    name,
                    core.busy().handler());
        } else {
            thread = null;
        }
    }

    /** Whether it has a thread that lives. */
    public boolean isRunning() {
        Thread present = thread;
        return present != null && present.isAlive();
    }

    /** Whether this is the loop's thread that asks. */
    public boolean isMe() {
        return Thread.currentThread() == thread;
    }

    /** Why it stays without a thread; empty if it does not. */
    public String gaveUp() {
        return gaveUp;
    }

    /** How often the thread was replaced. */
    public long restarts() {
        return restarts.get();
    }

    /** Where it runs. */
    public Placement placement() {
        return placement;
    }
}
