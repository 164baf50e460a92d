// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.lease.LeaseTimer;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.NativeAccess;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the owners hold, by their names. It stays while their bundles are replaced; what nobody
 * takes up within the deadline is closed. For any thread.
 */
public final class LeaseRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseRegistry.class);
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final ContextCompanions companions;
    private final long deadlineNanos;
    private final LongSupplier clock;
    private final Map<String, Holding> holdings = new HashMap<>();
    private final LeaseTimer timer = new LeaseTimer();
    private boolean stopped;

    /**
     * Real time, and 60 s until what was handed back is closed.
     *
     * @param companions of the contexts that are opened
     */
    public LeaseRegistry(ContextCompanions companions) {
        this(companions, DEADLINE_NANOS, System::nanoTime);
    }

    /**
     * For tests.
     *
     * @param clock nanoseconds
     */
    LeaseRegistry(long deadlineNanos, LongSupplier clock) {
        this(ContextCompanions.NONE, deadlineNanos, clock);
    }

    private LeaseRegistry(ContextCompanions companions, long deadlineNanos, LongSupplier clock) {
        this.companions = companions;
        this.deadlineNanos = deadlineNanos;
        this.clock = clock;
    }

    /**
     * Takes up what an owner holds; ends the use by an earlier taker.
     *
     * @throws RdmaException ENODEV if the provider is stopping
     */
    public VerbsLease lease(String owner) {
        return holding(owner).take();
    }

    private Holding holding(String owner) {
        synchronized (holdings) {
            if (stopped) {
                throw Holding.stopping(owner);
            }
            return holdings.computeIfAbsent(
                    owner,
                    name ->
                            new Holding(
                                    name,
                                    companions,
                                    () -> clock.getAsLong() + deadlineNanos,
                                    this::scheduleClosing));
        }
    }

    /**
     * Ways to poll the completion queues of all owners.
     *
     * @param access how functions are called and memory is read
     */
    public CompletionPorts completionPorts(NativeAccess access) {
        return new NativeCompletionPorts(this::queues, access);
    }

    /** In the order of their making. */
    private List<NativeCq> queues() {
        List<Holding> all;
        synchronized (holdings) {
            all = List.copyOf(holdings.values());
        }
        return all.stream()
                .flatMap(holding -> holding.all().stream())
                .flatMap(context -> context.registry().all().stream())
                .filter(NativeCq.class::isInstance)
                .map(NativeCq.class::cast)
                .sorted(Comparator.comparingLong(NativeCq::identity))
                .toList();
    }

    private void scheduleClosing() {
        timer.schedule(this::doWork, deadlineNanos);
    }

    /** Closes what was handed back and not taken up in time, and says so. */
    void doWork() {
        List<Holding> all;
        synchronized (holdings) {
            all = List.copyOf(holdings.values());
        }
        long now = clock.getAsLong();
        for (Holding holding : all) {
            try {
                List<String> closed = holding.closeIfDue(now);
                if (!closed.isEmpty()) {
                    LOG.warn(
                            "Nobody took up within {} s what '{}' had handed back; closed: {}",
                            TimeUnit.NANOSECONDS.toSeconds(deadlineNanos),
                            holding.owner(),
                            String.join(", ", closed));
                }
            } catch (RdmaException e) {
                LOG.error("What '{}' had handed back cannot be closed", holding.owner(), e);
            }
        }
    }

    /** Closes everything in the right order; goes on after a failure and logs it. */
    @Override
    public void close() {
        List<Holding> all;
        synchronized (holdings) {
            stopped = true;
            all = List.copyOf(holdings.values());
        }
        timer.stop();
        for (Holding holding : all) {
            try {
                holding.end();
            } catch (RdmaException e) {
                LOG.error("What '{}' holds cannot be closed", holding.owner(), e);
            }
        }
    }
}
