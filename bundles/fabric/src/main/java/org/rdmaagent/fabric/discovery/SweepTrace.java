// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DiscoveryProgress;
import org.rdmaagent.fabric.Topology;

/**
 * What one sweep tells while it runs, as far as its port's {@link SweepWatch} wants to know. All
 * but {@link #step} is for the sweep's thread only.
 */
final class SweepTrace {
    /** Less than the 250 ms that are promised: the sweep looks up every 20 ms. */
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final PortId port;
    private final String engine;
    private final SweepWatch watch;
    private final SweepAudience audience;
    private final LongSupplier nanoTime;
    private long startNanos;
    private long toldNanos;
    private long sequence;
    private int nodes;
    private int links;
    private long smpsSent;

    SweepTrace(PortId port, String engine, SweepWatch watch, SweepAudience audience) {
        this(port, engine, watch, audience, System::nanoTime);
    }

    SweepTrace(
            PortId port,
            String engine,
            SweepWatch watch,
            SweepAudience audience,
            LongSupplier nanoTime) {
        this.port = port;
        this.engine = engine;
        this.watch = watch;
        this.audience = audience;
        this.nanoTime = nanoTime;
    }

    /** Its turn has come. */
    void begin() {
        startNanos = nanoTime.getAsLong();
        toldNanos = startNanos - INTERVAL_NANOS;
    }

    /**
     * How far the sweep is; called after each step.
     *
     * @param nodesSoFar nodes found
     * @param linksSoFar links found
     * @param smpsSoFar SMPs sent, repeats included; 0 as long as the engine does not know
     */
    void soFar(int nodesSoFar, int linksSoFar, long smpsSoFar) {
        // A link may turn out to be none; what was told is not taken back.
        nodes = Math.max(nodes, nodesSoFar);
        links = Math.max(links, linksSoFar);
        smpsSent = Math.max(smpsSent, smpsSoFar);
    }

    /** Called often while the sweep runs: tells the progress when it is time. */
    void tick() {
        if (!watch.progressShown()) {
            return;
        }
        long now = nanoTime.getAsLong();
        if (now - toldNanos >= INTERVAL_NANOS) {
            toldNanos = now;
            tell(now, false);
        }
    }

    /** The sweep has ended with this. */
    void found(Topology topology) {
        soFar(
                topology.nodes().size(),
                topology.links().size(),
                topology.statistics().map(cost -> cost.smpsUsed()).orElse(0L));
    }

    /** The last report. */
    void ended() {
        if (watch.progressShown()) {
            tell(nanoTime.getAsLong(), true);
        }
    }

    private void tell(long now, boolean ended) {
        audience.progressed(
                new DiscoveryProgress(
                        port, engine, ++sequence, nodes, links, smpsSent, now - startNanos, ended));
    }

    /** Whether lines of this level are wanted now. */
    boolean wants(int level) {
        return watch.debugLevel() >= level;
    }

    /** Whether the progress is wanted now. */
    boolean wantsProgress() {
        return watch.progressShown();
    }

    /** How much is wanted now. */
    int level() {
        return watch.debugLevel();
    }

    /** A line for the log, if its level is wanted now. From any thread. */
    void step(int level, String line) {
        if (wants(level)) {
            audience.log().accept("Sweep from " + port + " by " + engine + ": " + line);
        }
    }
}
