// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.EngineComparison;
import org.rdmaagent.fabric.FabricListener;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.MadTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sweeps by one of the {@link Engines}, one sweep a port at a time. Immediate: the results would go
 * with the last user of a delayed component. For any thread.
 *
 * <p>Its services are registered by hand: the component runtime would publish the configuration as
 * their properties, and the M_Key in it is a secret.
 */
@Capability(
        namespace = "osgi.service",
        attribute =
                "objectClass:List<String>=\"org.rdmaagent.fabric.FabricService"
                        + ",org.rdmaagent.fabric.discovery.WholeSweeps\"",
        effective = "active")
@Component(
        immediate = true,
        service = {},
        configurationPid = FabricConfiguration.PID)
public final class FabricDiscovery implements WholeSweeps {
    private static final Logger LOG = LoggerFactory.getLogger(FabricDiscovery.class);

    private final PresentCarrier carrier = new PresentCarrier();
    private final Map<PortId, PortDiscovery> discoveries = new ConcurrentHashMap<>();
    private final SweepThreads threads = new SweepThreads();
    private final SweepAudience audience;
    private final SweepMaker maker;
    private final Engines engines;
    private volatile FabricSettings settings;
    private @Nullable ServiceRegistration<?> registration;

    /** Called by the component runtime. */
    @Activate
    public FabricDiscovery(FabricConfiguration configuration) {
        this(FabricSettings.of(configuration), Clock.systemUTC(), LOG::info);
    }

    FabricDiscovery(SweepSettings settings, Clock clock) {
        this(FabricSettings.of(settings), clock, LOG::info);
    }

    /**
     * For tests.
     *
     * @param log takes the lines that {@link #debug} and {@link #showProgress} ask for
     */
    FabricDiscovery(FabricSettings settings, Clock clock, Consumer<String> log) {
        this.settings = settings;
        this.audience = new SweepAudience(log);
        this.maker = new SweepMaker(() -> this.settings, audience, threads);
        this.engines = new Engines(clock);
    }

    @Activate
    void start(BundleContext context) {
        registration =
                context.registerService(
                        new String[] {FabricService.class.getName(), WholeSweeps.class.getName()},
                        this,
                        null);
    }

    @Modified
    void modified(FabricConfiguration configuration) {
        configure(FabricSettings.of(configuration));
    }

    /** Counts from the next sweep on. */
    void configure(FabricSettings changed) {
        settings = changed;
    }

    @Deactivate
    void deactivate() {
        ServiceRegistration<?> ours = registration;
        if (ours != null) {
            registration = null;
            // First of all: as long as somebody holds the service, it answers.
            ours.unregister();
        }
        carrier.stop();
        cancel(sweep -> true, PresentCarrier.STOPPING);
        threads.join();
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindTransport(MadTransport transport, Map<String, Object> properties) {
        if (carrier.bind(transport, properties)) {
            discoveries.values().forEach(PortDiscovery::forget);
        }
    }

    void unbindTransport(MadTransport transport) {
        carrier.unbind(transport);
        cancel(
                sweep -> sweep.engine().uses(transport),
                "the provider of MADs went away; ask again when one is back");
        threads.join(transport);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindLibrary(FabricLibrary library) {
        engines.bind(library);
    }

    void unbindLibrary(FabricLibrary library) {
        engines.unbind(library);
        cancel(
                sweep -> sweep.engine().uses(library),
                "the provider of "
                        + FabricLibrary.NAME
                        + " went away; ask again when one is back, or sweep by the engine "
                        + DiscoveryEngine.NAME);
        threads.join(library);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindListener(FabricListener listener) {
        audience.add(listener);
    }

    void unbindListener(FabricListener listener) {
        audience.remove(listener);
    }

    @Override
    public List<PortId> ports() {
        return carrier.ports();
    }

    @Override
    public SweepState state(PortId port) {
        return discovery(port).state(carrier.require(port).provider());
    }

    @Override
    public SweepState wholeState(PortId port) {
        return discovery(port).wholeState(carrier.require(port).provider());
    }

    @Override
    public ScheduleSettings schedule() {
        return settings.schedule();
    }

    @Override
    public CompletionStage<Topology> discover(PortId port, DiscoveryRequest request) {
        MadCarrier current = carrier.require(port);
        PortDiscovery discovery = discovery(port);
        FabricEngine engine = engines.choose(port, request, settings, current);
        NodeLookup lookup = new NodeLookup(port, discovery.whole());
        NodeLookup.Place place = lookup.find(request.from());
        DiscoveryRequest exact = SweepMaker.exact(request, place.route(), engine.name());
        Sweep sweep =
                discovery.join(
                        exact,
                        current.provider(),
                        () -> maker.make(port, exact, engine, discovery));
        if (carrier.stopped()) {
            // Stopped between the question and the start: nobody else ends this one.
            discovery.cancel(any -> true, PresentCarrier.STOPPING);
        }
        return sweep.result().thenApply(found -> lookup.confirm(request.from(), place, found));
    }

    @Override
    public boolean cancel(PortId port) {
        return discovery(port)
                .cancel(sweep -> true, "somebody has cancelled it; the last result stays");
    }

    @Override
    public CompletionStage<EngineComparison> compare(
            PortId port, String firstEngine, String secondEngine) {
        DiscoveryRequest first = DiscoveryRequest.WHOLE.by(firstEngine);
        DiscoveryRequest second = DiscoveryRequest.WHOLE.by(secondEngine);
        // Before anything is sent.
        engines.choose(port, second, settings, carrier.require(port));
        return discover(port, first)
                .thenCompose(
                        one ->
                                discover(port, second)
                                        .thenApply(two -> TopologyDifferences.between(one, two)));
    }

    @Override
    public void destroy(PortId port) {
        PortDiscovery discovery = discoveries.get(port);
        if (discovery != null) {
            discovery.forget();
            threads.tidy();
        }
    }

    @Override
    public int debug(PortId port, int level) {
        return discovery(port).watch().debug(level);
    }

    @Override
    public int debugLevel(PortId port) {
        return discovery(port).watch().debugLevel();
    }

    @Override
    public boolean showProgress(PortId port, boolean on) {
        return discovery(port).watch().showProgress(on);
    }

    @Override
    public boolean progressShown(PortId port) {
        return discovery(port).watch().progressShown();
    }

    @Override
    public int maxSmpsOnWire(PortId port) {
        return discovery(port).maxSmpsOnWire(settings.sweep().maxSmpsOnWire());
    }

    @Override
    public int setMaxSmpsOnWire(PortId port, int smps) {
        SweepSettings configured = settings.sweep();
        SweepSettings checked = configured.withMaxSmpsOnWire(smps);
        return discovery(port)
                .setMaxSmpsOnWire(checked.maxSmpsOnWire(), configured.maxSmpsOnWire());
    }

    @Override
    public String export(PortId port, String format) {
        ExportFormat chosen = ExportFormat.of(format);
        return chosen.write(ExportFormat.exportable(state(port)));
    }

    @Override
    public List<String> exportFormats() {
        return ExportFormat.labels();
    }

    @Override
    public String engine() {
        return settings.engine();
    }

    @Override
    public List<String> engines() {
        return engines.present();
    }

    private void cancel(Predicate<Sweep> which, String reason) {
        discoveries.values().forEach(discovery -> discovery.cancel(which, reason));
    }

    private PortDiscovery discovery(PortId port) {
        PortDiscovery known = discoveries.get(port);
        if (known != null) {
            return known;
        }
        carrier.require(port).require(port);
        return discoveries.computeIfAbsent(port, PortDiscovery::new);
    }
}
