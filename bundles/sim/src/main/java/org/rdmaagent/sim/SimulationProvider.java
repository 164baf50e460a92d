// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.agent.ReadinessGate;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.spi.ProviderChoice;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.spi.ThreadScheduling;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.cm.CmLibrary;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.mlx4.Mlx4Library;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Once the simulation is chosen, makes its world and registers the native ports over it, with a
 * health check that says which world it is, or why there is none. The choice holds until the next
 * start: when the bundle that made it is replaced, the world and everything opened on it stay.
 */
@Capability(
        namespace = "osgi.service",
        attribute =
                "objectClass:List<String>=\"org.rdmaagent.spi.MadTransport"
                        + ",org.rdmaagent.spi.FabricLibrary"
                        + ",org.rdmaagent.spi.mlx4.Mlx4Library"
                        + ",org.rdmaagent.spi.VerbsLibrary,org.rdmaagent.spi.OperatingSystem"
                        + ",org.rdmaagent.spi.completion.CompletionPorts"
                        + ",org.rdmaagent.spi.ThreadScheduling"
                        + ",org.rdmaagent.spi.cm.CmLibrary"
                        + ",org.rdmaagent.sim.control.SimulatedWorld"
                        + ",org.rdmaagent.agent.HealthCheck,org.rdmaagent.agent.ReadinessGate\"",
        effective = "active")
@Component(
        configurationPid = "org.rdmaagent.sim",
        immediate = true,
        service = {})
public final class SimulationProvider {
    /** The framework or system property that wins over the configured file. */
    static final String TOPOLOGY = "rdma.topology";

    private static final Logger LOG = LoggerFactory.getLogger(SimulationProvider.class);

    private final BundleContext context;
    private final SimulationConfiguration configuration;
    private final AllocatorDoor allocators = new AllocatorDoor();
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private @Nullable SimulatedWorld simulated;

    /** Waits for the choice. */
    @Activate
    public SimulationProvider(BundleContext context, SimulationConfiguration configuration) {
        this.context = context;
        this.configuration = configuration;
    }

    /** The simulation was chosen; a second time changes nothing. */
    @Reference(
            target = "(rdma.provider=sim)",
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC)
    synchronized void bindChoice(ProviderChoice choice) {
        if (!registrations.isEmpty()) {
            return;
        }
        WorldLoader.Loaded loaded =
                load(file(context.getProperty(TOPOLOGY), configuration), configuration);
        HealthResult health = loaded.health();
        SimulatedWorld world = loaded.world();
        if (world == null) {
            LOG.error("{}", health.text());
        } else if (health.grade() == HealthGrade.OK) {
            LOG.info("{} ({})", health.text(), choice.reason());
        } else {
            LOG.warn("{} ({})", health.text(), choice.reason());
        }
        register(HealthCheck.class, () -> health);
        register(ReadinessGate.class, new WorldAnnouncement(health));
        if (world != null) {
            simulated = world;
            register(MadTransport.class, world.madTransport());
            register(FabricLibrary.class, world.fabricLibrary());
            allocators.serve(world);
            // Before the verbs: plans are to be there when the first context is opened.
            register(Mlx4Library.class, world.mlx4Library());
            register(VerbsLibrary.class, world.verbsLibrary());
            register(CompletionPorts.class, world.completionPorts());
            register(ThreadScheduling.class, world.threadScheduling());
            register(CmLibrary.class, world.cmLibrary());
            register(OperatingSystem.class, world.operatingSystem());
            register(SimulatedWorld.class, world);
        }
    }

    /** Nothing ends here: see the class. */
    @SuppressWarnings("unused")
    void unbindChoice(ProviderChoice choice) {}

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindAllocator(BufferAllocator allocator, Map<String, Object> properties) {
        allocators.arrives(allocator, properties);
    }

    void updatedAllocator(BufferAllocator allocator, Map<String, Object> properties) {
        allocators.leaves(allocator);
        allocators.arrives(allocator, properties);
    }

    void unbindAllocator(BufferAllocator allocator) {
        allocators.leaves(allocator);
    }

    static String file(@Nullable String property, SimulationConfiguration configuration) {
        return property == null || property.isBlank() ? configuration.topologyFile() : property;
    }

    private static WorldLoader.Loaded load(String file, SimulationConfiguration configuration) {
        SimulationSettings settings = SimulationSettings.defaults();
        String key = "";
        try {
            key = "seed";
            settings = settings.seed(configuration.seed());
            key = "latencyMicros";
            settings = settings.latencyNanos(nanos(configuration.latencyMicros()));
            key = "hopNanos";
            settings = settings.hopNanos(configuration.hopNanos());
            key = "jitterMicros";
            settings = settings.jitterNanos(nanos(configuration.jitterMicros()));
            key = "lossPerMillion";
            settings = settings.lossPerMillion(configuration.lossPerMillion());
        } catch (RuntimeException e) {
            // Out of range, or a text that SCR cannot turn into the number asked for.
            return WorldLoader.badSetting(key, String.valueOf(e.getMessage()));
        }
        return WorldLoader.load(file, settings);
    }

    /** Saturates, so that a number that is too large is refused and does not wrap. */
    private static long nanos(long micros) {
        return TimeUnit.MICROSECONDS.toNanos(micros);
    }

    private <T> void register(Class<T> port, T service) {
        Dictionary<String, Object> properties =
                FrameworkUtil.asDictionary(
                        Map.of(ProviderProperties.PROVIDER, ProviderProperties.SIM));
        registrations.add(context.registerService(port, service, properties));
    }

    /** Takes the ports back, the last one first, and ends the scans. */
    @Deactivate
    synchronized void deactivate() {
        Collections.reverse(registrations);
        registrations.forEach(ServiceRegistration::unregister);
        registrations.clear();
        if (simulated != null) {
            simulated.closeScans();
            simulated = null;
        }
    }
}
