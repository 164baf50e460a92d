// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;

/** A subnet's MBean over whichever {@link FabricService} there is. */
final class FabricView implements FabricMXBean {
    /** How many rows a table shows at the most, so that reading all attributes stays small. */
    static final int SHOWN_ROWS = 10_000;

    private final PortId port;
    private final ServiceSlot<FabricService> fabric;
    private final Supplier<Duration> discoverWait;

    FabricView(PortId port, ServiceSlot<FabricService> fabric, Supplier<Duration> discoverWait) {
        this.port = port;
        this.fabric = fabric;
        this.discoverWait = discoverWait;
    }

    @Override
    public String getProvider() {
        return state().provider();
    }

    @Override
    public boolean isRunning() {
        return state().running();
    }

    @Override
    public int getSwitchCount() {
        return summary().switchCount();
    }

    @Override
    public int getCaCount() {
        return summary().caCount();
    }

    @Override
    public int getRouterCount() {
        return summary().routerCount();
    }

    @Override
    public int getLinkCount() {
        return summary().linkCount();
    }

    @Override
    public boolean isComplete() {
        return summary().complete();
    }

    @Override
    public int getFailedPathCount() {
        return summary().failedPathCount();
    }

    @Override
    public List<FailedPathRow> getFailedPaths() {
        return state().result().map(Topology::failedPaths).orElse(List.of()).stream()
                .limit(SHOWN_ROWS)
                .map(FailedPathRow::of)
                .toList();
    }

    @Override
    public int getProblemCount() {
        return summary().problemCount();
    }

    @Override
    public List<FabricProblem> getProblems() {
        return state().result().map(Topology::problems).orElse(List.of()).stream()
                .limit(SHOWN_ROWS)
                .toList();
    }

    @Override
    public long getSweepMillis() {
        return summary().sweepMillis();
    }

    @Override
    public long getSmpsUsed() {
        return summary().smpsUsed();
    }

    @Override
    public long getRetries() {
        return summary().retries();
    }

    @Override
    public long getTimeouts() {
        return summary().timeouts();
    }

    @Override
    public String getLastSweepAt() {
        return summary().sweptAt();
    }

    @Override
    public String getLastError() {
        SweepState state = state();
        if (state.error().isEmpty() && state.result().isEmpty()) {
            return "no sweep yet";
        }
        return state.error();
    }

    @Override
    public String getEngine() {
        return fabric.get().engine();
    }

    @Override
    public List<String> getEngines() {
        return fabric.get().engines();
    }

    @Override
    public int getMaxSmpsOnWire() {
        return fabric.get().maxSmpsOnWire(port);
    }

    @Override
    public List<String> getExportFormats() {
        return fabric.get().exportFormats();
    }

    @Override
    public SweepSummary discover() {
        Duration wait = discoverWait.get();
        try {
            return SweepSummary.of(
                    fabric.get()
                            .discover(port)
                            .toCompletableFuture()
                            .get(wait.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            throw WireSafe.translate(e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "the sweep from "
                            + port
                            + " still runs after "
                            + wait.toSeconds()
                            + " s and goes on: watch Running, or raise discoverWaitSeconds in"
                            + " org.rdmaagent.jmx.cfg");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted; the sweep from " + port + " goes on");
        }
    }

    @Override
    public void destroy() {
        fabric.get().destroy(port);
    }

    @Override
    public int setMaxSmpsOnWire(int smps) {
        return fabric.get().setMaxSmpsOnWire(port, smps);
    }

    @Override
    public String export(String format) {
        return fabric.get().export(port, format);
    }

    private SweepSummary summary() {
        return state().result().map(SweepSummary::of).orElse(SweepSummary.NONE);
    }

    private SweepState state() {
        return fabric.get().state(port);
    }
}
