// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.DataPlaneService;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopListener;
import org.rdmaagent.dataplane.PollLoop;
import org.rdmaagent.spi.ThreadScheduling;
import org.rdmaagent.spi.completion.CompletionPorts;

/** The poll loops over whatever completion queues, handlers and listeners there are. */
@Component(
        service = {DataPlaneService.class, HealthCheck.class, ProvidedDataPlane.class},
        immediate = true,
        configurationPid = "org.rdmaagent.dataplane")
public final class ProvidedDataPlane implements DataPlaneService, HealthCheck {
    private final DataPlane plane;

    /** Called by the component runtime. */
    @Activate
    public ProvidedDataPlane(DataPlaneConfiguration configuration) {
        this(InstantSource.system(), System::nanoTime);
        plane.settings(DataPlaneSettings.of(configuration.lockMemory()));
    }

    ProvidedDataPlane(InstantSource clock, LongSupplier nanoTime) {
        plane = new DataPlane(clock, nanoTime);
    }

    @Modified
    void modified(DataPlaneConfiguration configuration) {
        plane.settings(DataPlaneSettings.of(configuration.lockMemory()));
    }

    @Deactivate
    void stop() {
        plane.close();
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindPorts(CompletionPorts ports, Map<String, Object> properties) {
        plane.sources().add(ports, properties);
        plane.nudge();
    }

    void unbindPorts(CompletionPorts ports) {
        plane.leave(ports);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindScheduling(ThreadScheduling scheduling) {
        plane.scheduling(null, scheduling);
    }

    void unbindScheduling(ThreadScheduling scheduling) {
        plane.scheduling(scheduling, null);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindHandler(CompletionHandler handler, Map<String, Object> properties) {
        plane.handlers().put(handler, properties);
        plane.assign();
    }

    void updatedHandler(CompletionHandler handler, Map<String, Object> properties) {
        plane.handlers().put(handler, properties);
        plane.assign();
    }

    void unbindHandler(CompletionHandler handler, Map<String, Object> properties) {
        plane.handlers().remove(properties);
        plane.assign();
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindListener(LoopListener listener) {
        plane.events().add(listener);
    }

    void unbindListener(LoopListener listener) {
        plane.events().remove(listener);
    }

    /** A configuration of a loop says this. */
    void configure(String pid, Map<String, ?> keys) {
        plane.configure(pid, keys);
    }

    /** A configuration of a loop is gone. */
    void remove(String pid) {
        plane.remove(pid);
    }

    @Override
    public List<PollLoop> loops() {
        return plane.loops().shown().stream().map(LoopViews::of).toList();
    }

    @Override
    public Optional<PollLoop> loop(String name) {
        return loops().stream().filter(loop -> loop.name().equals(name)).findFirst();
    }

    @Override
    public String memoryLock() {
        return plane.memoryLock().text();
    }

    @Override
    public void pause(String loop) {
        plane.control().pause(loop, true);
    }

    @Override
    public void resume(String loop) {
        plane.control().pause(loop, false);
    }

    @Override
    public int setBatchSize(String loop, int batchSize) {
        return plane.control().setBatchSize(loop, batchSize);
    }

    @Override
    public IdleStrategy setIdleStrategy(String loop, IdleStrategy strategy) {
        return plane.control().setIdleStrategy(loop, strategy);
    }

    @Override
    public void release(String loop, String cq) {
        plane.control().release(loop, cq);
    }

    @Override
    public void resetFigures(String loop) {
        plane.control().resetFigures(loop);
    }

    @Override
    public HealthResult check() {
        return plane.health();
    }
}
