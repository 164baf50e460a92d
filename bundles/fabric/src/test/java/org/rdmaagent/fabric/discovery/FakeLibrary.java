// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SwitchInfo;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanListener;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;
import org.rdmaagent.spi.ScannedPort;

/** A library that brings what the test says, when it says so. */
final class FakeLibrary implements FabricLibrary {
    static final ByteBuffer NOTHING = ByteBuffer.allocate(DirectedRouteSmp.DATA_SIZE);
    private static final int LINK_UP = 5;
    private static final int POLLING = 2;

    final List<FabricScanRequest> requests = new ArrayList<>();
    final List<Scan> scans = new ArrayList<>();
    final ArrayDeque<CompletableFuture<ScannedFabric>> results = new ArrayDeque<>();
    @Nullable FabricScanListener listener;

    /** One that was begun. */
    static final class Scan implements FabricScan {
        private final CompletableFuture<ScannedFabric> result;
        volatile boolean closed;

        Scan(CompletableFuture<ScannedFabric> result) {
            this.result = result;
        }

        @Override
        public CompletionStage<ScannedFabric> result() {
            return result;
        }

        @Override
        public boolean isOpen() {
            return !closed;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Override
    public synchronized FabricScan scan(FabricScanRequest request, FabricScanListener told) {
        requests.add(request);
        listener = told;
        Scan scan = new Scan(Objects.requireNonNull(results.poll(), "no more results"));
        scans.add(scan);
        notifyAll();
        return scan;
    }

    /** Waits for a scan to be begun. */
    synchronized Scan begun(int number) throws InterruptedException {
        while (scans.size() <= number) {
            wait(20_000);
        }
        return scans.get(number);
    }

    void brings(ScannedFabric fabric) {
        results.add(CompletableFuture.completedFuture(fabric));
    }

    void fails(Throwable failure) {
        results.add(CompletableFuture.failedFuture(failure));
    }

    /** The next scan does not end. */
    void doesNotEnd() {
        results.add(new CompletableFuture<>());
    }

    static ScannedNode node(
            NodeType type, long guid, String name, String route, ScannedPort... ports) {
        int count = type == NodeType.SWITCH ? ports.length - 1 : ports.length;
        int entry = ports[ports.length - 1].number();
        NodeInfo info =
                new NodeInfo(
                        type.code(),
                        count,
                        new Guid(guid),
                        new Guid(guid),
                        new Guid(guid),
                        32,
                        1,
                        0,
                        entry,
                        0x2c9);
        SwitchInfo switchInfo = new SwitchInfo(1024, 0, 0, false, false);
        return new ScannedNode(
                DirectedRoute.parse(route),
                ByteBuffer.wrap(info.encode()),
                ByteBuffer.wrap(new NodeDescription(name).encode()),
                type == NodeType.SWITCH ? ByteBuffer.wrap(switchInfo.encode()) : NOTHING,
                List.of(ports));
    }

    /** A port that leads to another one. */
    static ScannedPort port(int number, int peerNode, int peerPort) {
        return port(number, portInfo(number, LINK_UP), peerNode, peerPort);
    }

    /** A port that is down. */
    static ScannedPort down(int number) {
        return port(number, portInfo(number, POLLING), -1, -1);
    }

    static ScannedPort port(int number, ByteBuffer portInfo, int peerNode, int peerPort) {
        return new ScannedPort(number, new Guid(99), portInfo, NOTHING, peerNode, peerPort);
    }

    static ByteBuffer portInfo(int number, int physicalState) {
        byte[] bytes =
                new PortInfo(
                                number == 0 ? 7 : 0,
                                1,
                                0,
                                number,
                                3,
                                3,
                                2,
                                7,
                                7,
                                4,
                                4,
                                physicalState,
                                0,
                                4,
                                4,
                                0,
                                0,
                                0,
                                0,
                                0)
                        .encode();
        return ByteBuffer.wrap(bytes);
    }
}
