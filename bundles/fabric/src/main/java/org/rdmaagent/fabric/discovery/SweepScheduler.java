// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.rdmaagent.agent.ReadinessGate;
import org.rdmaagent.fabric.FabricService;
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
