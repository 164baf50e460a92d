// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.EngineComparison;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;

/** A subnet in memory: a switch and two hosts, and as many failed paths as asked for. */
final class MemoryFabric implements FabricService {
    final List<PortId> ports = new ArrayList<>();
    CompletableFuture<Topology> nextSweep = CompletableFuture.completedFuture(topology(0));
    @Nullable Topology result;
    String error = "";
    Runnable beforeSweep = () -> {};
    final List<DiscoveryRequest> requests = new ArrayList<>();
    List<String> differences = List.of();
    private int onWire = 16;
    private int debugLevel;
    private boolean progressShown;

    MemoryFabric with(PortId port) {
        ports.add(port);
        return this;
    }

    private static SweepStatistics statistics(
            DirectedRoute from, OptionalInt hops, boolean incremental) {
        return new SweepStatistics(
                Instant.parse("2026-01-01T12:00:00Z"),
                1_500_001,
                12,
                1,
                0,
                8,
                from,
                hops,
                incremental);
    }

    /** The same subnet as the result of what was asked. */
    private static Topology answer(DiscoveryRequest request, Topology found) {
        DirectedRoute from =
                request.from() instanceof NodeAddress.ByRoute way
                        ? way.route()
                        : DirectedRoute.of(9);
        return new Topology(
                request.engine().orElse("java"),
                found.origin().orElse(null),
                found.originPort(),
                found.nodes(),
                found.links(),
                found.failedPaths(),
                found.problems(),
                statistics(from, request.hops(), request.incremental()));
    }

    static Topology topology(int failures) {
        List<FailedPath> failed = new ArrayList<>();
        for (int i = 0; i < failures; i++) {
            failed.add(
                    new FailedPath(
                            DirectedRoute.of(1, 5),
                            new Guid(9),
                            "leaf",
                            i,
                            "PortInfo",
                            "timeout",
                            4));
        }
        return new Topology(
                "java",
                NodeKey.of(new Guid(2)),
                1,
                List.of(node(1, NodeType.SWITCH), node(2, NodeType.CA), node(3, NodeType.CA)),
                List.of(link(1, 1, 2), link(1, 2, 3)),
                failed,
                List.of(new FabricProblem("duplicateNodeGuid", "0x2", "two nodes have it")),
                statistics(DirectedRoute.LOCAL, OptionalInt.empty(), false));
    }

    private static FabricNode node(long guid, NodeType type) {
        return new FabricNode(
                NodeKey.of(new Guid(guid)),
                type,
                "node " + guid,
                2,
                Guid.ZERO,
                Guid.ZERO,
                0x2c9,
                1,
                0,
                false,
                DirectedRoute.LOCAL,
                List.of());
    }

    private static FabricLink link(long first, int port, long second) {
        return new FabricLink(
                new LinkEnd(NodeKey.of(new Guid(first)), port),
                new LinkEnd(NodeKey.of(new Guid(second)), 1),
                LinkWidth.W4X,
                LinkSpeed.HDR);
    }

    @Override
    public List<PortId> ports() {
        return List.copyOf(ports);
    }

    @Override
    public SweepState state(PortId port) {
        return new SweepState(port, "sim", false, result, error);
    }

    @Override
    public CompletionStage<Topology> discover(PortId port, DiscoveryRequest request) {
        if (!ports.contains(port)) {
            throw new RdmaException("umad_open_port", Errno.of(19), port.toString(), "see ibstat");
        }
        String engine = request.engine().orElse("java");
        if (!engines().contains(engine)) {
            throw new IllegalArgumentException("there is no engine '" + engine + "'");
        }
        requests.add(request);
        beforeSweep.run();
        return nextSweep.thenApply(
                found -> {
                    Topology answered = answer(request, found);
                    result = answered;
                    return answered;
                });
    }

    @Override
    public boolean cancel(PortId port) {
        return nextSweep.completeExceptionally(
                new RdmaException("discover", Errno.of(125), port.toString(), "cancelled"));
    }

    @Override
    public CompletionStage<EngineComparison> compare(PortId port, String first, String second) {
        return discover(port, DiscoveryRequest.WHOLE.by(first))
                .thenCombine(
                        discover(port, DiscoveryRequest.WHOLE.by(second)),
                        (one, two) -> new EngineComparison(one, two, differences));
    }

    @Override
    public int debug(PortId port, int level) {
        int previous = debugLevel;
        debugLevel = level;
        return previous;
    }

    @Override
    public int debugLevel(PortId port) {
        return debugLevel;
    }

    @Override
    public boolean showProgress(PortId port, boolean on) {
        boolean previous = progressShown;
        progressShown = on;
        return previous;
    }

    @Override
    public boolean progressShown(PortId port) {
        return progressShown;
    }

    @Override
    public void destroy(PortId port) {
        result = null;
    }

    @Override
    public int maxSmpsOnWire(PortId port) {
        return onWire;
    }

    @Override
    public int setMaxSmpsOnWire(PortId port, int smps) {
        if (smps < 1 || smps > 1024) {
            throw new IllegalArgumentException("maxSmpsOnWire lies in 1..1024, not " + smps);
        }
        int previous = onWire;
        onWire = smps;
        return previous;
    }

    @Override
    public String export(PortId port, String format) {
        if (!exportFormats().contains(format)) {
            throw new IllegalArgumentException(
                    "no format '" + format + "'; there are " + exportFormats());
        }
        return "# topology\n";
    }

    @Override
    public List<String> exportFormats() {
        return List.of("ibnetdiscover", "json");
    }

    @Override
    public String engine() {
        return "java";
    }

    @Override
    public List<String> engines() {
        return List.of("java", "libibnetdisc");
    }
}
