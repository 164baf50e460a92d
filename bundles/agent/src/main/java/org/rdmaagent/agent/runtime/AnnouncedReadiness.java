// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.FieldOption;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.rdmaagent.agent.ReadinessGate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prints the ready line, once in a start however often this bundle is replaced, and the line at the
 * end.
 */
@Component(
        immediate = true,
        configurationPid = AgentSettings.PID,
        service = {})
public final class AnnouncedReadiness {
    private static final Logger LOG = LoggerFactory.getLogger(AnnouncedReadiness.class);
    private static final long POLL_MILLIS = 100;

    /** A service of Karaf's feature installer, named by text so that nothing is imported for it. */
    private static final String BOOT_FINISHED = "org.apache.karaf.features.BootFinished";

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            fieldOption = FieldOption.REPLACE)
    private volatile List<ReadinessGate> gates = List.of();

    private final ScheduledExecutorService poller =
            Executors.newSingleThreadScheduledExecutor(
                    task -> {
                        Thread thread = new Thread(task, "rdma-agent-readiness");
                        thread.setDaemon(true);
                        return thread;
                    });
    private final BundleContext context;
    private final Duration limit;
    private final AnnouncedStop stop;
    private final StartMemory memory;
    private @Nullable ScheduledFuture<?> polling;

    @Activate
    public AnnouncedReadiness(BundleContext context, AgentSettings settings) {
        this.context = context;
        this.memory = new StartMemory(context);
        this.limit = Duration.ofSeconds(settings.readyWithinSeconds());
        this.stop = new AnnouncedStop(context.getBundle(Constants.SYSTEM_BUNDLE_ID));
    }

    @Activate
    void activate() {
        stop.arm();
        Readiness readiness =
                new Readiness(() -> List.copyOf(gates), this::started, System::nanoTime, limit);
        polling =
                poller.scheduleWithFixedDelay(
                        () -> look(readiness), 0, POLL_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The limit is the start's: nothing to change afterwards. */
    @Modified
    void modified() {}

    @Deactivate
    void deactivate() {
        ScheduledFuture<?> own = polling;
        if (own != null) {
            own.cancel(true);
        }
        poller.shutdownNow();
        stop.disarmUnlessStopping();
    }

    private void look(Readiness readiness) {
        try {
            tell(readiness.doWork());
        } catch (RuntimeException e) {
            LOG.error("Looking at the readiness gates failed; trying again: {}", String.valueOf(e));
        }
    }

    private void tell(Readiness.Finding finding) {
        if (finding instanceof Readiness.Finding.Ready ready) {
            if (memory.recall(StartMemory.READY).isEmpty()) {
                memory.keep(StartMemory.READY, "true");
                ready.lines().forEach(Console::say);
            }
            LOG.info("{}", String.join("; ", ready.lines()));
            poller.shutdown();
        } else if (finding instanceof Readiness.Finding.Late late) {
            Console.complain(late.line());
            LOG.warn("{}", late.line());
        }
    }

    private boolean started() {
        try {
            return levelReached() && context.getAllServiceReferences(BOOT_FINISHED, null) != null;
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("no filter was given", e);
        } catch (IllegalStateException e) {
            return false; // stopping
        }
    }

    private boolean levelReached() {
        FrameworkStartLevel level =
                context.getBundle(Constants.SYSTEM_BUNDLE_ID).adapt(FrameworkStartLevel.class);
        String beginning = context.getProperty(Constants.FRAMEWORK_BEGINNING_STARTLEVEL);
        return level.getStartLevel() >= (beginning == null ? 1 : Integer.parseInt(beginning));
    }
}
