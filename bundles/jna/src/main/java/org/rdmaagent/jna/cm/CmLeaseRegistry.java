// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.lease.LeaseTimer;
import org.rdmaagent.spi.cm.CmLease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event channels of the owners, by their names. They stay while the owners' bundles are
 * replaced; what nobody takes up within the deadline is left and closed. For any thread.
 */
final class CmLeaseRegistry implements AutoCloseable {
    /** Until what was handed back is closed. */
    static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final Logger LOG = LoggerFactory.getLogger(CmLeaseRegistry.class);

    private final CmFunctions functions;
    private final Predicate<PortId> infiniBand;
    private final long deadlineNanos;
    private final LongSupplier clock;
    private final LeaseTimer timer = new LeaseTimer();
    private final Map<String, CmHolding> holdings = new HashMap<>();
    private boolean stopped;

    /**
     * @param infiniBand whether a port is an InfiniBand one
     * @param clock nanoseconds
     */
    CmLeaseRegistry(
            CmFunctions functions,
            Predicate<PortId> infiniBand,
            long deadlineNanos,
            LongSupplier clock) {
        this.functions = functions;
        this.infiniBand = infiniBand;
        this.deadlineNanos = deadlineNanos;
        this.clock = clock;
    }

    /**
     * Takes up what an owner holds, or opens a channel; ends the use by an earlier taker.
     *
     * @throws RdmaException ENODEV, EACCES, EMFILE
     */
    CmLease lease(String owner) {
        return holding(owner).take();
    }

    private CmHolding holding(String owner) {
        synchronized (holdings) {
            if (stopped) {
                throw CmHolding.stopping(owner);
            }
            return holdings.computeIfAbsent(
                    owner,
                    name ->
                            new CmHolding(
                                    name,
                                    () -> CmChannel.open(functions, name, infiniBand),
                                    () -> clock.getAsLong() + deadlineNanos,
                                    () -> timer.schedule(this::doWork, deadlineNanos)));
        }
    }

    private List<CmHolding> all() {
        synchronized (holdings) {
            return List.copyOf(holdings.values());
        }
    }

    /** Closes what was handed back and not taken up in time, and says so. */
    void doWork() {
        long now = clock.getAsLong();
        for (CmHolding holding : all()) {
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

    /** Leaves and closes everything; goes on after a failure and logs it. */
    @Override
    public void close() {
        synchronized (holdings) {
            stopped = true;
        }
        timer.stop();
        for (CmHolding holding : all()) {
            try {
                holding.end();
            } catch (RdmaException e) {
                LOG.error("What '{}' holds cannot be closed", holding.owner(), e);
            }
        }
    }
}
