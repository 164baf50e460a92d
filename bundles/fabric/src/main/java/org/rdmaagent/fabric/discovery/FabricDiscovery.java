// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.FabricListener;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.spi.ProviderProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sweeps by the {@link DiscoveryEngine}, one sweep a port at a time. Immediate: the results would
 * go with the last user of a delayed component. For any thread.
 */
@Component(
        immediate = true,
        service = FabricService.class,
        configurationPid = FabricConfiguration.PID)
public final class FabricDiscovery implements FabricService {
    private static final Logger LOG = LoggerFactory.getLogger(FabricDiscovery.class);
    private static final long JOIN_MILLIS = 1000;
    private static final int ECANCELED = 125;
    private static final String STOPPING =
            "the fabric bundle is stopping; ask again when it is back";

    private final Clock clock;
    private final Map<PortId, PortDiscovery> discoveries = new ConcurrentHashMap<>();
    private volatile @Nullable MadTransport lastTransport;

    /** A sweep that has ended may still be telling its listeners. */
    private final Set<Sweep> sweeps = ConcurrentHashMap.newKeySet();

    private final List<FabricListener> listeners = new CopyOnWriteArrayList<>();
    private volatile SweepSettings settings;
    private volatile @Nullable MadCarrier carrier;
    private volatile boolean active = true;

    /** Called by the component runtime. */
    @Activate
    public FabricDiscovery(FabricConfiguration configuration) {
        this(settings(configuration), Clock.systemUTC());
    }

    FabricDiscovery(SweepSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    @Modified
    void modified(FabricConfiguration configuration) {
        settings = settings(configuration);
    }

    @Deactivate
    void deactivate() {
        active = false;
        endSweeps(null, STOPPING);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindTransport(MadTransport transport, Map<String, Object> properties) {
        MadTransport before = lastTransport;
        lastTransport = transport;
        if (before != null && before != transport) {
            // What another provider, or another simulated world, showed is not this one's.
            discoveries.values().forEach(PortDiscovery::forget);
        }
        Object provider = properties.getOrDefault(ProviderProperties.PROVIDER, "unknown");
        carrier = new MadCarrier(transport, String.valueOf(provider));
    }

    void unbindTransport(MadTransport transport) {
        MadCarrier current = carrier;
        // The runtime binds the new one before it takes the old one away.
        if (current != null && current.transport() == transport) {
            carrier = null;
        }
        endSweeps(transport, "the provider of MADs went away; ask again when one is back");
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindListener(FabricListener listener) {
        listeners.add(listener);
    }

    void unbindListener(FabricListener listener) {
        listeners.remove(listener);
    }

    @Override
    public List<PortId> ports() {
        MadCarrier current = carrier;
        return current == null ? List.of() : current.transport().ports();
    }

    @Override
    public SweepState state(PortId port) {
        return discovery(port).state(carrier(port).provider());
    }

    @Override
    public CompletionStage<Topology> discover(PortId port) {
        MadCarrier current = carrier(port);
        PortDiscovery discovery = discovery(port);
        Sweep sweep = discovery.join(current.provider(), () -> sweep(port, current, discovery));
        if (!active) {
            // Stopped between the question and the start: nobody else ends this one.
            sweep.cancel(STOPPING);
        }
        return sweep.result();
    }

    @Override
    public void destroy(PortId port) {
        PortDiscovery discovery = discoveries.get(port);
        if (discovery != null) {
            discovery.forget();
            sweeps.removeIf(Sweep::gone);
        }
    }

    @Override
    public int maxSmpsOnWire(PortId port) {
        return discovery(port).maxSmpsOnWire(settings.maxSmpsOnWire());
    }

    @Override
    public int setMaxSmpsOnWire(PortId port, int smps) {
        SweepSettings checked = settings.withMaxSmpsOnWire(smps);
        return discovery(port).setMaxSmpsOnWire(checked.maxSmpsOnWire(), settings.maxSmpsOnWire());
    }

    @Override
    public String export(PortId port, String format) {
        ExportFormat chosen = ExportFormat.of(format);
        Topology topology =
                state(port)
                        .result()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "there is no result for "
                                                        + port
                                                        + " to export; discover first"));
        return chosen.write(topology);
    }

    @Override
    public List<String> exportFormats() {
        return ExportFormat.labels();
    }

    @Override
    public String engine() {
        return DiscoveryEngine.NAME;
    }

    @Override
    public List<String> engines() {
        return List.of(DiscoveryEngine.NAME);
    }

    private Sweep sweep(PortId port, MadCarrier current, PortDiscovery discovery) {
        int window = discovery.maxSmpsOnWire(settings.maxSmpsOnWire());
        sweeps.removeIf(Sweep::gone);
        Sweep sweep =
                new Sweep(
                        port,
                        current.transport(),
                        settings.withMaxSmpsOnWire(window),
                        clock,
                        (topology, failure) -> ended(discovery, topology, failure));
        sweeps.add(sweep);
        return sweep;
    }

    private void ended(
            PortDiscovery discovery, @Nullable Topology topology, @Nullable RdmaException failure) {
        SweepState state = discovery.ended(topology, failure);
        log(state.port(), topology, failure);
        for (FabricListener listener : listeners) {
            try {
                listener.swept(state);
            } catch (RuntimeException e) {
                LOG.warn("A FabricListener failed; the sweep is not affected", e);
            }
        }
    }

    private static void log(
            PortId port, @Nullable Topology topology, @Nullable RdmaException failure) {
        if (failure != null) {
            LOG.warn("The sweep from {} has no result: {}", port, failure.getMessage());
        } else if (topology != null) {
            LOG.info(
                    "Swept from {}: {} nodes, {} links, {} failed paths, {} problems",
                    port,
                    topology.nodes().size(),
                    topology.links().size(),
                    topology.failedPaths().size(),
                    topology.problems().size());
        }
    }

    private void endSweeps(@Nullable MadTransport onlyOf, String reason) {
        List<Sweep> theirs =
                sweeps.stream()
                        .filter(sweep -> onlyOf == null || sweep.transport() == onlyOf)
                        .toList();
        theirs.forEach(sweep -> sweep.cancel(reason));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(JOIN_MILLIS);
        for (Sweep sweep : theirs) {
            try {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                sweep.join(Math.max(1, left));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private MadCarrier carrier(PortId port) {
        if (!active) {
            // Whatever the provider does: it is not what is missing.
            throw new RdmaException("discover", Errno.of(ECANCELED), port.toString(), STOPPING);
        }
        MadCarrier current = carrier;
        if (current == null) {
            throw MadCarrier.missing(port);
        }
        return current;
    }

    private PortDiscovery discovery(PortId port) {
        PortDiscovery known = discoveries.get(port);
        if (known != null) {
            return known;
        }
        carrier(port).require(port);
        return discoveries.computeIfAbsent(port, PortDiscovery::new);
    }

    private static SweepSettings settings(FabricConfiguration configuration) {
        try {
            return new SweepSettings(
                    configuration.maxSmpsOnWire(),
                    configuration.timeoutMillis(),
                    configuration.retries());
        } catch (RuntimeException e) {
            LOG.warn(
                    "etc/{}.cfg cannot be used, the defaults are: {}",
                    FabricConfiguration.PID,
                    e.getMessage());
            return SweepSettings.DEFAULTS;
        }
    }
}
