// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.object.ClosingAll;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.queue.PlannedQueuePairs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has to be looked after while a provider is there: the contexts for events, the configured
 * queue pairs, and what an earlier session left behind. A role: one thread, or a test, calls {@link
 * #doWork}.
 */
final class Upkeep {
    /** How long the users of an earlier session have to come back for what is theirs. */
    static final long CLAIM_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** How often to look which devices there are. */
    static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private final VerbsLibrary library;
    private final Session session;
    private final Watch watch;
    private final PlannedQueuePairs plans;
    private final Supplier<VerbsSettings> settings;
    private final LongSupplier nanoTime;
    private final long begunNanos;
    private String complaint = "";
    private final AtomicInteger abandoned = new AtomicInteger();

    Upkeep(
            VerbsLibrary library,
            Session session,
            Watch watch,
            PlannedQueuePairs plans,
            Supplier<VerbsSettings> settings,
            LongSupplier nanoTime) {
        this.library = library;
        this.session = session;
        this.watch = watch;
        this.plans = plans;
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
        try {
            if (settings.get().events()) {
                watch.doWork(library.deviceNames());
            } else {
                watch.rest();
            }
            plans.doWork(library, session);
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
        return LOOK_NANOS;
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
