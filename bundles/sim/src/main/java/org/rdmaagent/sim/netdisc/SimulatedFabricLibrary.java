// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.netdisc;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanListener;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.MadTransport;

/** {@code ibnd_discover_fabric(3)} on a simulated subnet; time is that of its world. */
public final class SimulatedFabricLibrary implements FabricLibrary {
    private final MadTransport transport;
    private final Set<SimulatedScan> running = ConcurrentHashMap.newKeySet();

    /** Scans over a transport. */
    public SimulatedFabricLibrary(MadTransport transport) {
        this.transport = transport;
    }

    @Override
    public FabricScan scan(FabricScanRequest request, FabricScanListener listener) {
        SimulatedScan scan =
                new SimulatedScan(
                        transport.open(request.port()),
                        request,
                        new LibraryLines(listener, request),
                        running::remove);
        running.add(scan);
        scan.start();
        return scan;
    }

    /** Ends every scan that runs. */
    public void closeScans() {
        List.copyOf(running).forEach(SimulatedScan::close);
    }
}
