// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.event.EventPump;
import org.rdmaagent.verbs.object.ClosingAll;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.queue.PlannedQueuePairs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has to be looked after while a provider is there: the contexts for events, the configured
 * queue pairs, and what an earlier session left behind. A role: one thread, or a test, calls {@link
 * #doWork}. Any thread may {@link #reopen}; nothing is looked after meanwhile.
 */
final class Upkeep {
    /** How long the users of an earlier session have to come back for what is theirs. */
    static final long CLAIM_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** How often to look which devices there are. */
    static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long the end waits for what is being opened anew. */
    private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private final VerbsLibrary library;
    private final Session session;
    private final Watch watch;
    private final PlannedQueuePairs plans;
    private final Reopenings reopenings;
    private final Supplier<VerbsSettings> settings;
    private final LongSupplier nanoTime;
    private final long begunNanos;
    private final ReentrantLock turn = new ReentrantLock();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;
    private String complaint = "";
    private final AtomicInteger abandoned = new AtomicInteger();

    Upkeep(
            VerbsLibrary library,
            Session session,
            Watch watch,
            PlannedQueuePairs plans,
            Reopenings reopenings,
            Supplier<VerbsSettings> settings,
            LongSupplier nanoTime) {
        this.library = library;
        this.session = session;
        this.watch = watch;
        this.plans = plans;
        this.reopenings = reopenings;
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.begunNanos = nanoTime.getAsLong();
    }

    /**
     * Looks once.
     *
     * @return when to look again, nanoseconds from now
     */
    long doWork() {
        turn.lock();
        try {
            look();
        } finally {
            turn.unlock();
        }
        return LOOK_NANOS;
    }

    private void look() {
        try {
            reopenings.close();
            if (settings.get().events()) {
                watch.doWork(library.deviceNames());
            } else {
                watch.rest();
            }
            plans.doWork(library, session, reopenings.held());
            reopenings.tell();
            closeAbandoned();
            complaint = "";
        } catch (RuntimeException | LinkageError e) {
            // A provider on its way out may throw anything.
            String text = e.toString();
            if (!text.equals(complaint)) {
                LOG.warn("The devices could not be looked after; trying on", e);
            }
            complaint = text;
        }
    }

    /**
     * As {@link org.rdmaagent.verbs.VerbsService#reopen}. Others that are asked for wait; the same
     * one is refused.
     */
    void reopen(String device, String context) {
        if (!asked.add(context)) {
            throw new RdmaException(
                    "ibv_close_device",
                    Errno.of(16),
                    context,
                    "it is being reopened already: wait for the end of that");
        }
        turn.lock();
        try {
            requireRunning(context);
            // What a file says since the last look is in force first.
            look();
            Reopening one = reopenings.begin(device, context);
            look();
            reopenings.requireDone(one, missing(one));
        } finally {
            turn.unlock();
            asked.remove(context);
        }
    }

    /** Whether somebody has asked for that and it is not over. */
    boolean isReopening(String context) {
        return asked.contains(context);
    }

    private void requireRunning(String context) {
        if (stopped) {
            throw Reopenings.replaced(context);
        }
    }

    /** What is not there again of a context, in words. */
    private List<String> missing(Reopening one) {
        List<String> all = new ArrayList<>(plans.troubles(one.pairNames()));
        if (one.name().equals(EventPump.watchName(one.device()))) {
            all.addAll(watch.refusals(one.device()));
        }
        return all;
    }

    /** Nothing is opened anew any more; what is being so is waited for. */
    void stop() {
        stopped = true;
        try {
            if (turn.tryLock(STOP_NANOS, TimeUnit.NANOSECONDS)) {
                turn.unlock();
            } else {
                LOG.warn("A context that is being opened anew stays as far as it is");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeAbandoned() {
        if (nanoTime.getAsLong() - begunNanos < CLAIM_NANOS) {
            return;
        }
        for (DeviceContext context : session.unclaimed()) {
            LOG.warn(
                    "{} on {} was left by an earlier bundle and nobody has opened it again for"
                            + " {} s: closing it with {}",
                    context.name(),
                    context.device(),
                    TimeUnit.NANOSECONDS.toSeconds(CLAIM_NANOS),
                    context.objects());
            List<String> failures = ClosingAll.of(context);
            if (failures.isEmpty()) {
                abandoned.incrementAndGet();
            } else {
                LOG.warn("{} could not be closed whole: {}", context.name(), failures);
            }
        }
    }

    /** How many contexts nobody came back for. */
    int abandoned() {
        return abandoned.get();
    }
}
