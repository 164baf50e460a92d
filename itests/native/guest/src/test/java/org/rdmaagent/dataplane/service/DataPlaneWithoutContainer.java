// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.DataPlaneService;
import org.rdmaagent.spi.ThreadScheduling;
import org.rdmaagent.spi.completion.CompletionPorts;

/** Does what the component runtime does. */
public final class DataPlaneWithoutContainer implements AutoCloseable {
    private static final String LOOP = "org.rdmaagent.dataplane.loop~";

    private final ProvidedDataPlane plane =
            new ProvidedDataPlane(InstantSource.system(), System::nanoTime);
    private long handlers;

    /** Over the queues of a provider that calls the library through JNA. */
    public DataPlaneWithoutContainer(CompletionPorts ports, ThreadScheduling scheduling) {
        plane.bindPorts(ports, Map.of(CompletionPorts.ACCESS, "jna"));
        plane.bindScheduling(scheduling);
    }

    /** A handler of this queue comes. */
    public void handler(CompletionHandler handler, String cq) {
        handlers++;
        plane.bindHandler(handler, Map.of("service.id", handlers, CompletionHandler.CQ, cq));
    }

    /** A file of this loop comes, or is saved again. */
    public void loop(String name, Map<String, String> keys) {
        Map<String, String> all = new HashMap<>(keys);
        all.put("service.pid", LOOP + name);
        plane.configure(LOOP + name, all);
    }

    /** The service. */
    public DataPlaneService service() {
        return plane;
    }

    /** What the health check says: its grade, and why. */
    public String health() {
        HealthResult result = plane.check();
        return result.grade() + ": " + result.text();
    }

    @Override
    public void close() {
        plane.stop();
    }
}
