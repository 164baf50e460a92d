// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.rdmaagent.fabric.DiscoveryProgress;
import org.rdmaagent.fabric.FabricListener;
import org.rdmaagent.fabric.SweepState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who hears of sweeps: the listeners, whatever they do then, and the log. For any thread. */
final class SweepAudience {
    private static final Logger LOG = LoggerFactory.getLogger(SweepAudience.class);

    private final List<FabricListener> listeners = new CopyOnWriteArrayList<>();
    private final Consumer<String> log;

    /**
     * Nobody yet.
     *
     * @param log takes the lines that the operator has asked for
     */
    SweepAudience(Consumer<String> log) {
        this.log = log;
    }

    void add(FabricListener listener) {
        listeners.add(listener);
    }

    void remove(FabricListener listener) {
        listeners.remove(listener);
    }

    Consumer<String> log() {
        return log;
    }

    void swept(SweepState state) {
        tell(listener -> listener.swept(state));
    }

    void progressed(DiscoveryProgress progress) {
        log.accept(
                "Sweep from "
                        + progress.port()
                        + " by "
                        + progress.engine()
                        + ": "
                        + progress.nodes()
                        + " nodes, "
                        + progress.links()
                        + " links, "
                        + smps(progress)
                        + " after "
                        + TimeUnit.NANOSECONDS.toMillis(progress.elapsedNanos())
                        + (progress.ended() ? " ms, ended" : " ms"));
        tell(listener -> listener.progressed(progress));
    }

    /** libibnetdisc tells only at its end. */
    private static String smps(DiscoveryProgress progress) {
        return progress.smpsUsed() == 0 ? "SMPs not known yet" : progress.smpsUsed() + " SMPs";
    }

    private void tell(Consumer<FabricListener> news) {
        for (FabricListener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("A FabricListener failed; the sweep is not affected", e);
            }
        }
    }
}
