// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.FabricService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When sweeps begin by themselves: once for each port that appears, and again after an interval. A
 * role: one thread, or a test, calls {@link #doWork}; {@link #open} may be asked by any.
 */
final class SweepSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(SweepSchedule.class);

    /** How often to look for new ports once the first sweeps are over: it reads sysfs. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final FabricService fabric;
    private final boolean sweepAtStart;
    private final long intervalNanos;
    private final long startNanos;
    private final Map<PortId, Long> endedAt = new HashMap<>();
    private final List<PortId> pending = new ArrayList<>();
    private long nextLookNanos;
    private volatile boolean open;
    private volatile boolean anew;

    /**
     * A schedule.
     *
     * @param intervalSeconds from the end of a port's sweep to its next one; 0 for never
     * @param nowNanos the clock that {@link #doWork} is given, now
     */
    SweepSchedule(FabricService fabric, boolean sweepAtStart, int intervalSeconds, long nowNanos) {
        this.fabric = fabric;
        this.sweepAtStart = sweepAtStart;
        this.intervalNanos = TimeUnit.SECONDS.toNanos(Math.max(0, intervalSeconds));
        this.startNanos = nowNanos;
        this.nextLookNanos = nowNanos;
        this.open = !sweepAtStart;
    }

    /** Starts what is due. Sends nothing itself, does not wait. */
    void doWork(long nowNanos) {
        if (anew) {
            anew = false;
            endedAt.clear();
            nextLookNanos = nowNanos;
        }
        if (open && pending.isEmpty() && nowNanos - nextLookNanos < 0) {
            return;
        }
        nextLookNanos = nowNanos + LOOK_NANOS;
        List<PortId> ports = ports();
        pending.removeIf(port -> ended(port, nowNanos));
        for (PortId port : ports) {
            if (due(port, nowNanos)) {
                begin(port, nowNanos);
            }
        }
        if (!open) {
            boolean firstSweepsEnded = !ports.isEmpty() && endedAt.keySet().containsAll(ports);
            open = firstSweepsEnded || (ports.isEmpty() && patienceIsOver(nowNanos));
        }
    }

    /** Another provider serves: its ports are all new. From any thread; counts at the next step. */
    void beginAnew() {
        anew = true;
    }

    /** Whether the first sweeps have ended, or there is nothing to wait for. */
    boolean open() {
        return open;
    }

    private List<PortId> ports() {
        try {
            return fabric.ports();
        } catch (RdmaException e) {
            LOG.debug("The ports are not to be had now", e);
            return List.of();
        }
    }

    private boolean patienceIsOver(long nowNanos) {
        return nowNanos - startNanos >= PATIENCE_NANOS;
    }

    private boolean due(PortId port, long nowNanos) {
        if (pending.contains(port)) {
            return false;
        }
        Long ended = endedAt.get(port);
        if (ended == null) {
            boolean firstAfterInterval =
                    intervalNanos > 0 && nowNanos - startNanos >= intervalNanos;
            return sweepAtStart || firstAfterInterval;
        }
        return intervalNanos > 0 && nowNanos - ended >= intervalNanos;
    }

    private void begin(PortId port, long nowNanos) {
        try {
            fabric.discover(port);
            pending.add(port);
        } catch (RdmaException e) {
            LOG.warn("No sweep from {}: {}", port, e.getMessage());
            endedAt.put(port, nowNanos);
        }
    }

    private boolean ended(PortId port, long nowNanos) {
        try {
            if (fabric.state(port).running()) {
                return false;
            }
        } catch (RdmaException e) {
            LOG.debug("{} went away during its sweep", port, e);
        }
        endedAt.put(port, nowNanos);
        return true;
    }
}
