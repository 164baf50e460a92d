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
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.spi.MadTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drives the {@link SweepSchedule} and holds back the ready line until the first sweeps ended. */
@Component(
        immediate = true,
        service = ReadinessGate.class,
        configurationPid = FabricConfiguration.PID)
public final class SweepScheduler implements ReadinessGate {
    private static final Logger LOG = LoggerFactory.getLogger(SweepScheduler.class);
    private static final long TICK_MILLIS = 200;

    private final SweepSchedule schedule;
    private final ScheduledExecutorService thread;
    private boolean hadTransport;

    /** Called by the component runtime. */
    @Activate
    public SweepScheduler(@Reference FabricService fabric, FabricConfiguration configuration) {
        schedule =
                new SweepSchedule(
                        fabric,
                        configuration.sweepAtStart(),
                        configuration.sweepIntervalSeconds(),
                        System.nanoTime());
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

    @Deactivate
    void deactivate() {
        thread.shutdownNow();
    }

    @Override
    public String name() {
        return "firstSweep";
    }

    @Override
    public boolean open() {
        return schedule.open();
    }

    @Override
    public String announcement() {
        return "";
    }

    private void tick() {
        try {
            schedule.doWork(System.nanoTime());
        } catch (RuntimeException e) {
            // A periodic task that throws is never called again.
            LOG.warn("Sweeps by schedule pause until the next tick", e);
        }
    }
}
