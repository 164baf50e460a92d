// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rdmaagent.Guid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;
import org.rdmaagent.spi.ScannedPort;

/** Asks the simulated libibnetdisc, and hears what it says. */
final class LibraryCaller {
    static final PortId PORT = new PortId("mlx4_0", 1);

    final List<String> said = new ArrayList<>();
    int timeoutMillis = 100;
    int retries = 1;
    int window = 2;
    int debug;
    boolean progress;
    long mKey;
    Duration deadline = Duration.ofHours(1);

    private final SimulatedWorld world;

    LibraryCaller(SimulatedWorld world) {
        this.world = world;
    }

    FabricScan start(PortId port, DirectedRoute from, int maxHops) {
        FabricScanRequest request =
                new FabricScanRequest(
                        port,
                        from,
                        maxHops,
                        window,
                        timeoutMillis,
                        retries,
                        debug,
                        progress,
                        mKey,
                        deadline);
        return world.fabricLibrary().scan(request, said::add);
    }

    ScannedFabric scan(DirectedRoute from, int maxHops) {
        return result(start(PORT, from, maxHops));
    }

    /** What a scan brings, or the reason that it fails for. */
    static ScannedFabric result(FabricScan scan) {
        try {
            return scan.result().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RdmaException reason) {
                throw reason;
            }
            throw new AssertionError(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    static Guid guid(ScannedNode node) {
        return NodeInfo.decode(bytes(node.nodeInfo())).nodeGuid();
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(0, bytes);
        return bytes;
    }

    static Set<Guid> guids(ScannedFabric fabric) {
        Set<Guid> guids = new TreeSet<>();
        fabric.nodes().forEach(node -> guids.add(guid(node)));
        return guids;
    }

    /** As {@link PlainSweep#links}. */
    static Set<String> links(ScannedFabric fabric) {
        Set<String> links = new TreeSet<>();
        for (ScannedNode node : fabric.nodes()) {
            for (ScannedPort port : node.ports()) {
                if (port.peerNode() >= 0) {
                    Guid peer = guid(fabric.nodes().get(port.peerNode()));
                    links.add(
                            PlainSweep.link(
                                    new FabricLink(
                                            new LinkEnd(NodeKey.of(guid(node)), port.number()),
                                            new LinkEnd(NodeKey.of(peer), port.peerPort()),
                                            null,
                                            null)));
                }
            }
        }
        return links;
    }

    static ScannedNode node(ScannedFabric fabric, NodeKey key) {
        return fabric.nodes().stream()
                .filter(node -> guid(node).equals(key.guid()))
                .findFirst()
                .orElseThrow();
    }

    static ScannedPort port(ScannedFabric fabric, NodeKey key, int number) {
        return node(fabric, key).ports().stream()
                .filter(port -> port.number() == number)
                .findFirst()
                .orElseThrow();
    }
}
