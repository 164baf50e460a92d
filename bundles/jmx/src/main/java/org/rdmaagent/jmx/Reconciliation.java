// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares, now and then, the MBeans with what there is.
 *
 * <p>One thread calls {@link #doWork}; {@link #serviceChanged} and {@link #settled} may come from
 * any. A service is bound before the provider behind it has come, and nobody tells when it does: so
 * it looks often for a while after each change of a service, and the first reconciliation counts as
 * settled only when it has found what it must, or when nothing has come for a while.
 */
final class Reconciliation {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);
    private static final long OFTEN_NANOS = Duration.ofMillis(200).toNanos();
    private static final long WATCH_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long SETTLE_NANOS = Duration.ofSeconds(3).toNanos();

    private final DeviceMBeans devices;
    private final QueuePairMBeans queuePairs;
    private final FabricMBeans fabrics;
    private final DataPlaneMBeans loops;
    private final MulticastMBeans memberships;
    private final Mlx4MBeans contexts;
    private final Supplier<JmxSettings> settings;
    private final LongSupplier nanoTime;
    private final Set<String> complaints = new HashSet<>();
    private volatile long changedNanos;
    private volatile boolean settled;

    Reconciliation(
            DeviceMBeans devices,
            QueuePairMBeans queuePairs,
            FabricMBeans fabrics,
            DataPlaneMBeans loops,
            MulticastMBeans memberships,
            Mlx4MBeans contexts,
            Supplier<JmxSettings> settings,
            LongSupplier nanoTime) {
        this.devices = devices;
        this.queuePairs = queuePairs;
        this.fabrics = fabrics;
        this.loops = loops;
        this.memberships = memberships;
        this.contexts = contexts;
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.changedNanos = nanoTime.getAsLong();
    }

    /** A service has come. */
    void serviceChanged() {
        changedNanos = nanoTime.getAsLong();
    }

    /** Whether the MBeans of what there is have been registered once; stays true. */
    boolean settled() {
        return settled;
    }

    /**
     * Compares once.
     *
     * @return when to do it again, nanoseconds from now
     */
    long doWork() {
        boolean withDevices = attempt("devices", devices::reconcile);
        // Not waited for at the start: a queue pair, a loop, librdmacm or libmlx4 may come at any
        // time.
        boolean unusedPairs = attempt("queue pairs", queuePairs::reconcile);
        boolean unusedLoops = attempt("poll loops", loops::reconcile);
        boolean unusedMemberships = attempt("memberships", memberships::reconcile);
        boolean unusedContexts = attempt("mlx4 contexts", contexts::reconcile);
        boolean withFabric = attempt("fabrics", fabrics::reconcile);
        long sinceChange = nanoTime.getAsLong() - changedNanos;
        if (!settled && withDevices && withFabric) {
            settled = sinceChange >= SETTLE_NANOS || attempt("ports", this::foundAll);
        }
        return settled && !removing() && sinceChange >= WATCH_NANOS
                ? settings.get().reconcile().toNanos()
                : OFTEN_NANOS;
    }

    private boolean removing() {
        return devices.removing()
                || queuePairs.removing()
                || fabrics.removing()
                || loops.removing()
                || contexts.removing();
    }

    private boolean foundAll() {
        return devices.any() && (fabrics.any() || !devices.anyInfiniBand());
    }

    private boolean attempt(String what, BooleanSupplier step) {
        try {
            boolean result = step.getAsBoolean();
            complaints.remove(what);
            return result;
        } catch (RuntimeException | LinkageError e) {
            // A bundle on its way out may throw anything; what is registered stays registered.
            if (complaints.add(what)) {
                LOG.warn(
                        "The MBeans of {} could not be brought up to date; trying on: {}",
                        what,
                        asText(e));
            }
            return false;
        }
    }

    /**
     * An error with its trace. Karaf keeps the last log entries in memory: the error itself would
     * hold the classes, and so the class loader, of the bundle that it came from.
     */
    private static String asText(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
