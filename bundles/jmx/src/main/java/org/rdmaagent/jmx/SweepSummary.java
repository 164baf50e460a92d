// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.concurrent.TimeUnit;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;

/**
 * The outcome of a sweep on the wire.
 *
 * @param complete whether every question got its answer
 * @param switchCount switches found
 * @param caCount channel adapters found
 * @param routerCount routers found
 * @param linkCount cables found
 * @param failedPathCount questions without a good answer
 * @param problemCount things that are wrong in the subnet
 * @param sweepMillis how long it took, milliseconds, rounded up
 * @param smpsUsed subnet management packets sent, repeats included
 * @param retries repeats among them
 * @param timeouts questions given up for want of an answer
 * @param sweptAt when it began, ISO 8601; empty if not told
 * @param scope {@code whole subnet}, {@code within N hops of 0,1,5}; empty if not told
 * @param engine who swept; empty if nobody did
 * @param incremental whether it confirmed what was known
 */
public record SweepSummary(
        boolean complete,
        int switchCount,
        int caCount,
        int routerCount,
        int linkCount,
        int failedPathCount,
        int problemCount,
        long sweepMillis,
        long smpsUsed,
        long retries,
        long timeouts,
        String sweptAt,
        String scope,
        String engine,
        boolean incremental) {
    /** What there is before the first sweep. */
    static final SweepSummary NONE =
            new SweepSummary(false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "", "", "", false);

    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    static SweepSummary of(Topology topology) {
        SweepStatistics statistics = topology.statistics().orElse(null);
        return new SweepSummary(
                topology.complete(),
                topology.count(NodeType.SWITCH),
                topology.count(NodeType.CA),
                topology.count(NodeType.ROUTER),
                topology.links().size(),
                topology.failedPaths().size(),
                topology.problems().size(),
                statistics == null ? 0 : millisUp(statistics.sweepNanos()),
                statistics == null ? 0 : statistics.smpsUsed(),
                statistics == null ? 0 : statistics.retries(),
                statistics == null ? 0 : statistics.timeouts(),
                statistics == null ? "" : statistics.startedAt().toString(),
                statistics == null ? "" : scope(statistics),
                topology.source(),
                statistics != null && statistics.incremental());
    }

    private static String scope(SweepStatistics statistics) {
        if (statistics.hops().isPresent()) {
            return "within " + statistics.hops().getAsInt() + " hops of " + statistics.from();
        }
        return statistics.from().equals(DirectedRoute.LOCAL)
                ? "whole subnet"
                : "whole subnet, from " + statistics.from();
    }

    private static long millisUp(long nanos) {
        // A small subnet takes microseconds; zero would read as "no sweep".
        return (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
    }
}
