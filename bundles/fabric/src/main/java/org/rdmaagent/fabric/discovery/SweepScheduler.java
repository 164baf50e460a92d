// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.rdmaagent.agent.ReadinessGate;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.MadTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives the {@link SweepSchedule} and holds back the ready line until the first sweeps ended.
 *
 * <p>The settings come from the service that sweeps: as configuration of its own this component
 * might have them before the service does, and begin a sweep by the old ones.
 */
@Component(immediate = true, service = ReadinessGate.class)
public final class SweepScheduler implements ReadinessGate {
    private static final Logger LOG = LoggerFactory.getLogger(SweepScheduler.class);
    private static final long TICK_MILLIS = 200;

    private final WholeSweeps fabric;
    private final ScheduledExecutorService thread;
    private volatile ScheduleSettings settings;
    private volatile SweepSchedule schedule;
    private volatile boolean wasOpen;
    private boolean hadTransport;

    /** Called by the component runtime. */
    @Activate
    public SweepScheduler(@Reference WholeSweeps fabric) {
        this.fabric = fabric;
        settings = fabric.schedule();
        schedule = new SweepSchedule(fabric, settings, System.nanoTime());
        thread =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread made = new Thread(task, "rdma-sweep-schedule");
                            made.setDaemon(true);
                            return made;
                        });
        var unused =
                thread.scheduleWithFixedDelay(this::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    @SuppressWarnings("unused") // that there is another one is all that counts
    void bindTransport(MadTransport transport) {
        if (hadTransport) {
            schedule.beginAnew();
        }
        hadTransport = true;
    }

    /** Its ports are gone by themselves. */
    @SuppressWarnings("unused")
    void unbindTransport(MadTransport transport) {}

    /** What was refused for want of an engine is tried again. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    @SuppressWarnings("unused") // that there is one is all that counts
    void bindLibrary(FabricLibrary library) {
        schedule.tryAgain();
    }

    /** What runs by it ends by itself. */
    @SuppressWarnings("unused")
    void unbindLibrary(FabricLibrary library) {}

    @Deactivate
    void deactivate() {
        thread.shutdownNow();
    }

    @Override
    public String name() {
        return "firstSweep";
    }

    /** Stays open once it was, also while a changed configuration is swept by. */
    @Override
    public boolean open() {
        wasOpen |= schedule.open();
        return wasOpen;
    }

    @Override
    public String announcement() {
        return "";
    }

    @SuppressWarnings("ReferenceEquality") // an equal one is another configuration, too
    private void tick() {
        try {
            ScheduleSettings wanted = fabric.schedule();
            if (wanted != settings) {
                settings = wanted;
                schedule = new SweepSchedule(fabric, wanted, System.nanoTime());
            }
            schedule.doWork(System.nanoTime());
        } catch (RuntimeException e) {
            // A periodic task that throws is never called again.
            LOG.warn("Sweeps by schedule pause until the next tick", e);
        }
    }
}
