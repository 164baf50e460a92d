// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;

/** A subnet's MBean over whichever {@link FabricService} there is. */
final class FabricView implements FabricMXBean {
    private static final String NOT_SWEPT_AGAIN =
            "no sweep yet since the fabric bundle was replaced; the results are those of before";

    private final PortId port;
    private final ServiceSlot<FabricService> fabric;
    private final KeptResults kept;
    private final SweepWaiting waiting;

    FabricView(
            PortId port,
            ServiceSlot<FabricService> fabric,
            KeptResults kept,
            Supplier<Duration> discoverWait) {
        this.port = port;
        this.fabric = fabric;
        this.kept = kept;
        this.waiting = new SweepWaiting(port, discoverWait);
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
        return result(PortResult::failedPaths, PortResult::failedPaths);
    }

    @Override
    public int getProblemCount() {
        return summary().problemCount();
    }

    @Override
    public List<FabricProblem> getProblems() {
        return result(PortResult::problems, PortResult::problems);
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
        Look look = look();
        SweepState state = look.state();
        if (state.error().isEmpty() && state.topology() == null) {
            return look.notSweptAgain() ? NOT_SWEPT_AGAIN : "no sweep yet";
        }
        return state.error();
    }

    @Override
    public String getScope() {
        return summary().scope();
    }

    @Override
    public boolean isIncremental() {
        return summary().incremental();
    }

    @Override
    public String getLastSweepEngine() {
        return summary().engine();
    }

    @Override
    public String getEngine() {
        return fabric.ask(FabricService::engine);
    }

    @Override
    public List<String> getEngines() {
        return fabric.ask(FabricService::engines);
    }

    @Override
    public int getMaxSmpsOnWire() {
        return fabric.ask(service -> service.maxSmpsOnWire(port));
    }

    @Override
    public int getDebugLevel() {
        return fabric.ask(service -> service.debugLevel(port));
    }

    @Override
    public boolean isProgressShown() {
        return fabric.ask(service -> service.progressShown(port));
    }

    @Override
    public List<String> getExportFormats() {
        return fabric.ask(FabricService::exportFormats);
    }

    @Override
    public SweepSummary discover() {
        return discover(DiscoveryRequest.WHOLE);
    }

    @Override
    public SweepSummary discover(String from, int hops) {
        return discover(DiscoveryRequest.part(NodeAddress.parse(text(from)), hops));
    }

    @Override
    public SweepSummary discover(String from, int hops, String engine) {
        return discover(
                DiscoveryRequest.part(NodeAddress.parse(text(from)), hops).by(text(engine)));
    }

    @Override
    public SweepSummary discover(String engine, boolean incremental) {
        DiscoveryRequest request =
                incremental ? DiscoveryRequest.confirm() : DiscoveryRequest.WHOLE;
        return discover(request.by(text(engine)));
    }

    /** A client may send null, whatever the interface says. */
    private static String text(@Nullable String argument) {
        return argument == null ? "" : argument.strip();
    }

    private SweepSummary discover(DiscoveryRequest request) {
        return SweepSummary.of(fabric.ask(service -> waiting.end(service.discover(port, request))));
    }

    @Override
    public boolean cancel() {
        return fabric.ask(service -> service.cancel(port));
    }

    @Override
    public ComparisonSummary compare(String first, String second) {
        return ComparisonSummary.of(
                fabric.ask(
                        service -> waiting.end(service.compare(port, text(first), text(second)))));
    }

    @Override
    public void destroy() {
        fabric.ask(
                service -> {
                    service.destroy(port);
                    return port;
                });
        kept.forget(port);
    }

    @Override
    public int debug(int level) {
        return fabric.ask(service -> service.debug(port, level));
    }

    @Override
    public boolean showProgress(boolean on) {
        return fabric.ask(service -> service.showProgress(port, on));
    }

    @Override
    public int setMaxSmpsOnWire(int smps) {
        return fabric.ask(service -> service.setMaxSmpsOnWire(port, smps));
    }

    @Override
    public String export(String format) {
        Look look = look();
        if (look.notSweptAgain()) {
            throw new IllegalStateException(
                    "restarting: the fabric bundle was replaced and has not swept from "
                            + port
                            + " yet; wait for its sweep, or discover");
        }
        return fabric.ask(look.bound(), service -> service.export(port, format));
    }

    private SweepSummary summary() {
        return result(SweepSummary::of, PortResult::summary);
    }

    private <R> R result(Function<Topology, R> present, Function<PortResult, R> before) {
        Look look = look();
        Topology topology = look.state().topology();
        return topology == null ? before.apply(look.former()) : present.apply(topology);
    }

    private SweepState state() {
        return look().state();
    }

    /**
     * What is known at one time.
     *
     * @param bound by whom
     * @param state what it says
     * @param former what counts while it has no result: that of the bundle before it
     */
    private record Look(
            ServiceSlot.Bound<FabricService> bound, SweepState state, PortResult former) {
        boolean notSweptAgain() {
            return state.topology() == null && !former.equals(PortResult.NONE);
        }
    }

    private Look look() {
        // First of all: when a swap or the end of a sweep comes in between, this is still right.
        KeptResults.Former former = kept.of(port);
        ServiceSlot.Bound<FabricService> bound = fabric.require();
        SweepState state = fabric.ask(bound, service -> service.state(port));
        return new Look(bound, state, former.before(bound.generation()));
    }
}
