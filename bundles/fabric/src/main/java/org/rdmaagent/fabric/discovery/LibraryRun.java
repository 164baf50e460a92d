// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.ScannedFabric;

/**
 * A sweep by libibnetdisc: the scans that the {@link ScanPlan} makes of it.
 *
 * <p>What the library tells of its progress is a line for each node; the links are counted at the
 * end, and meanwhile each node but the first stands for the one it was found by.
 */
final class LibraryRun implements EngineRun {
    private static final int EIO = 5;

    private final FabricLibrary library;
    private final SweepOrder order;
    private final Duration deadline;
    private final SweepTrace trace;
    private final Instant startedAt;
    private final long startNanos = System.nanoTime();
    private ScanLines lines;
    private FabricScan scan;
    private @Nullable ScanStart start;
    private @Nullable ScannedFabric scanned;
    private long madsUsed;

    LibraryRun(
            FabricLibrary library,
            SweepOrder order,
            Duration deadline,
            Clock clock,
            SweepTrace trace) {
        this.library = library;
        this.order = order;
        this.deadline = deadline;
        this.trace = trace;
        this.startedAt = clock.instant();
        this.lines = new ScanLines(trace);
        this.scan = library.scan(request(ScanPlan.first(order.plan())), lines);
    }

    private FabricScanRequest request(ScanPlan plan) {
        SweepSettings settings = order.settings();
        return new FabricScanRequest(
                order.port(),
                plan.from(),
                plan.maxHops(),
                settings.maxSmpsOnWire(),
                settings.timeoutMillis(),
                settings.retries(),
                trace.level(),
                trace.wantsProgress(),
                settings.mKey(),
                deadline);
    }

    @Override
    public boolean doWork(long maxWaitNanos) {
        ScannedFabric brought = await(maxWaitNanos);
        if (brought == null) {
            trace.soFar(lines.nodes(), Math.max(0, lines.nodes() - 1), madsUsed);
            return true;
        }
        scan.close();
        madsUsed += brought.madsUsed();
        ScanStart known = start;
        if (known == null) {
            known = ScanStart.of(order, brought);
            start = known;
            if (!ScanPlan.firstWillDo(order.plan(), known.node())) {
                lines = new ScanLines(trace);
                scan = library.scan(request(ScanPlan.second(order.plan(), known.node())), lines);
                return true;
            }
        }
        scanned = brought;
        return false;
    }

    /** What the scan brought; null if it still runs. */
    private @Nullable ScannedFabric await(long maxWaitNanos) {
        try {
            return scan.result().toCompletableFuture().get(maxWaitNanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            throw failure(Objects.requireNonNullElse(e.getCause(), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(e);
        }
    }

    private RdmaException failure(Throwable cause) {
        if (cause instanceof RdmaException failure) {
            return failure;
        }
        RdmaException failure =
                new RdmaException(
                        "ibnd_discover_fabric",
                        Errno.of(EIO),
                        order.port().toString(),
                        "the scan ended unexpectedly (" + cause + "); the log has the details");
        failure.initCause(cause);
        return failure;
    }

    @Override
    public Topology topology() {
        ScannedFabric fabric = Objects.requireNonNull(scanned);
        SweepStatistics statistics =
                new SweepStatistics(
                        startedAt,
                        System.nanoTime() - startNanos,
                        madsUsed,
                        0,
                        0,
                        0,
                        order.plan().from(),
                        order.plan().hops(),
                        false);
        return new ScannedTopology(order, Objects.requireNonNull(start), fabric)
                .topology(statistics);
    }

    @Override
    public void close() {
        scan.close();
    }
}
