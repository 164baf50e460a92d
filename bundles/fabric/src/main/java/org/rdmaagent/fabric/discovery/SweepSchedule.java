// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.FabricService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When sweeps of the whole subnet begin by themselves: once for each port that appears, and again
 * after an interval. A role: one thread, or a test, calls {@link #doWork}; {@link #open}, {@link
 * #beginAnew} and {@link #tryAgain} may be called by any.
 */
final class SweepSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(SweepSchedule.class);

    /** How often to look for new ports once the first sweeps are over: it reads sysfs. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final FabricService fabric;
    private final ScheduleSettings settings;
    private final long intervalNanos;
    private final long startNanos;
    private final Map<PortId, Long> endedAt = new HashMap<>();
    private final Map<PortId, Future<?>> pending = new HashMap<>();
    private final Set<PortId> refused = new HashSet<>();
    private final Map<PortId, Integer> sinceFull = new HashMap<>();
    private long nextLookNanos;
    private volatile boolean open;
    private volatile boolean anew;
    private volatile boolean again;

    /**
     * A schedule.
     *
     * @param nowNanos the clock that {@link #doWork} is given, now
     */
    SweepSchedule(FabricService fabric, ScheduleSettings settings, long nowNanos) {
        this.fabric = fabric;
        this.settings = settings;
        this.intervalNanos = TimeUnit.SECONDS.toNanos(settings.intervalSeconds());
        this.startNanos = nowNanos;
        this.nextLookNanos = nowNanos;
        this.open = !settings.sweepAtStart();
    }

    /** Starts what is due. Sends nothing itself, does not wait. */
    void doWork(long nowNanos) {
        if (anew) {
            anew = false;
            endedAt.clear();
            sinceFull.clear();
            nextLookNanos = nowNanos;
        }
        if (again) {
            again = false;
            endedAt.keySet().removeAll(refused);
            nextLookNanos = nowNanos;
        }
        if (open && pending.isEmpty() && nowNanos - nextLookNanos < 0) {
            return;
        }
        nextLookNanos = nowNanos + LOOK_NANOS;
        List<PortId> ports = ports();
        noteEnded(nowNanos);
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

    /** An engine has come: what was refused may be possible now. Counts at the next step. */
    void tryAgain() {
        again = true;
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
        if (pending.containsKey(port)) {
            return false;
        }
        Long ended = endedAt.get(port);
        if (ended == null) {
            boolean firstAfterInterval =
                    intervalNanos > 0 && nowNanos - startNanos >= intervalNanos;
            return settings.sweepAtStart() || firstAfterInterval;
        }
        return intervalNanos > 0 && nowNanos - ended >= intervalNanos;
    }

    private void begin(PortId port, long nowNanos) {
        try {
            DiscoveryRequest request = next(port);
            pending.put(port, fabric.discover(port, request).toCompletableFuture());
            refused.remove(port);
            sinceFull.merge(port, 1, (before, one) -> request.incremental() ? before + one : one);
        } catch (RdmaException e) {
            LOG.warn("No sweep from {}: {}", port, e.getMessage());
            refused.add(port);
            endedAt.put(port, nowNanos);
        }
    }

    /** The first one asks everything, and every so many after it. */
    private DiscoveryRequest next(PortId port) {
        boolean full =
                !settings.incremental()
                        || !fabric.engine().equals(DiscoveryEngine.NAME)
                        || sinceFull.getOrDefault(port, 0) % settings.fullSweepEvery() == 0;
        return full ? DiscoveryRequest.WHOLE : DiscoveryRequest.confirm();
    }

    private void noteEnded(long nowNanos) {
        List<PortId> ended = new ArrayList<>();
        pending.forEach(
                (port, sweep) -> {
                    if (sweep.isDone()) {
                        ended.add(port);
                    }
                });
        for (PortId port : ended) {
            pending.remove(port);
            endedAt.put(port, nowNanos);
        }
    }
}
