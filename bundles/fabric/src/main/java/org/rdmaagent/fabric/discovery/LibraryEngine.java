// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.time.Duration;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.spi.FabricLibrary;

/** libibnetdisc, wherever its provider runs it. */
final class LibraryEngine implements FabricEngine {
    private final FabricLibrary library;
    private final Duration deadline;
    private final Clock clock;

    /**
     * An engine.
     *
     * @param deadline how long a scan may take before it is given up
     */
    LibraryEngine(FabricLibrary library, Duration deadline, Clock clock) {
        this.library = library;
        this.deadline = deadline;
        this.clock = clock;
    }

    @Override
    public String name() {
        return FabricLibrary.NAME;
    }

    @Override
    public void require(DiscoveryRequest request) {
        if (request.incremental()) {
            throw new IllegalArgumentException(
                    "the engine "
                            + FabricLibrary.NAME
                            + " asks everything each time; an incremental sweep needs the engine "
                            + DiscoveryEngine.NAME);
        }
    }

    @Override
    public boolean uses(Object service) {
        return service == library;
    }

    @Override
    public EngineRun begin(SweepOrder order, SweepTrace trace) {
        return new LibraryRun(library, order, deadline, clock, trace);
    }
}
