// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import javax.management.MBeanServer;
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
import org.rdmaagent.agent.AgentService;
import org.rdmaagent.agent.ReadinessGate;
import org.rdmaagent.dataplane.DataPlaneService;
import org.rdmaagent.dataplane.LoopListener;
import org.rdmaagent.fabric.DiscoveryProgress;
import org.rdmaagent.fabric.FabricListener;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.mlx4.Mlx4ContextService;
import org.rdmaagent.multicast.MembershipListener;
import org.rdmaagent.multicast.MulticastService;
import org.rdmaagent.verbs.AsyncEventListener;
import org.rdmaagent.verbs.CounterService;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.VerbsService;

/**
 * The one owner of the names in the domain {@code rdma}. The bundles behind them come and go; the
 * names stay, and say "restarting" meanwhile.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = "org.rdmaagent.jmx")
public final class StableMBeans implements FabricListener, ReadinessGate {
    private final BoundServices services = BoundServices.none();
    private final DeviceEvents events = new DeviceEvents();
    private final LoopEvents loopEvents = new LoopEvents(this::nudge);
    private final MembershipNotifications membershipEvents = new MembershipNotifications();
    private final OwnedMBeans owned;
    private final MBeanFactory factory;
    private final FabricMBeans fabrics;
    private final Reconciliation reconciliation;
    private final ReconcileThread thread;
    private volatile JmxSettings settings;
    private volatile boolean agentRegistered;
    private List<ServiceRegistration<?>> registrations = List.of();

    /** Called by the component runtime. */
    @Activate
    public StableMBeans(JmxConfiguration configuration) {
        this(
                settings(configuration),
                ManagementFactory.getPlatformMBeanServer(),
                InstantSource.system(),
                System::nanoTime);
    }

    StableMBeans(
            JmxSettings settings, MBeanServer server, InstantSource clock, LongSupplier nanoTime) {
        this.settings = settings;
        KeptResults kept = new KeptResults();
        this.owned = new OwnedMBeans(server, nanoTime);
        this.factory = new MBeanFactory(services, kept, this::settings, clock, nanoTime);
        this.fabrics = new FabricMBeans(services.fabric(), owned, kept, factory);
        this.reconciliation =
                new Reconciliation(
                        new DeviceMBeans(services.devices(), owned, factory, events),
                        new QueuePairMBeans(services.verbs(), owned, factory),
                        fabrics,
                        new DataPlaneMBeans(services.dataPlane(), owned, factory, loopEvents),
                        new MulticastMBeans(services.multicast(), owned, factory, membershipEvents),
                        new Mlx4MBeans(services.mlx4(), owned, factory),
                        this::settings,
                        nanoTime);
        this.thread = new ReconcileThread(reconciliation::doWork);
    }

    /**
     * Registers the services by hand: as services of the component they would close a circle (the
     * capabilities need their listeners, agent its gates, this component all of them), and the
     * component runtime would hand out null to one of them.
     */
    @Activate
    void start(BundleContext context) {
        registerAgent();
        thread.start();
        registrations =
                List.of(
                        context.registerService(FabricListener.class, this, null),
                        context.registerService(AsyncEventListener.class, events, null),
                        context.registerService(LoopListener.class, loopEvents, null),
                        context.registerService(MembershipListener.class, membershipEvents, null),
                        context.registerService(ReadinessGate.class, this, null));
    }

    /** Registers the first MBean, without which nothing could be asked at all. */
    void registerAgent() {
        owned.add(MBeanNames.AGENT, factory::agent);
        agentRegistered = true;
    }

    @Modified
    void modified(JmxConfiguration configuration) {
        settings = settings(configuration);
        nudge();
    }

    @Deactivate
    void stop() {
        registrations.forEach(ServiceRegistration::unregister);
        registrations = List.of();
        close();
    }

    /** Takes all names away. */
    void close() {
        thread.close();
        owned.close();
    }

    /** For tests, which have no thread: one reconciliation, and the delay that it asks for. */
    long doWork() {
        return reconciliation.doWork();
    }

    /** Who hears of asynchronous events; it is a service of its own. */
    DeviceEvents events() {
        return events;
    }

    /** Who hears what happens to the poll loops; it is a service of its own. */
    LoopEvents loopEvents() {
        return loopEvents;
    }

    /** Who hears how memberships change; it is a service of its own. */
    MembershipNotifications membershipEvents() {
        return membershipEvents;
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindAgent(AgentService service) {
        bind(services.agent(), service);
    }

    void unbindAgent(AgentService service) {
        services.agent().clear(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindDevices(DeviceService service) {
        bind(services.devices(), service);
    }

    void unbindDevices(DeviceService service) {
        services.devices().clear(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindCounters(CounterService service) {
        bind(services.counters(), service);
    }

    void unbindCounters(CounterService service) {
        services.counters().clear(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindVerbs(VerbsService service) {
        bind(services.verbs(), service);
    }

    void unbindVerbs(VerbsService service) {
        services.verbs().clear(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindFabric(FabricService service) {
        fabrics.keepResults();
        bind(services.fabric(), service);
    }

    void unbindFabric(FabricService service) {
        if (services.fabric().holds(service)) {
            fabrics.keepResults();
        }
        services.fabric().clear(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindDataPlane(DataPlaneService service) {
        bind(services.dataPlane(), service);
    }

    void unbindDataPlane(DataPlaneService service) {
        services.dataPlane().clear(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindMulticast(MulticastService service) {
        bind(services.multicast(), service);
    }

    void unbindMulticast(MulticastService service) {
        services.multicast().clear(service);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindMlx4(Mlx4ContextService service) {
        bind(services.mlx4(), service);
    }

    void unbindMlx4(Mlx4ContextService service) {
        services.mlx4().clear(service);
    }

    @Override
    public void swept(SweepState state) {
        if (!fabrics.swept(state)) {
            nudge();
        }
    }

    @Override
    public void progressed(DiscoveryProgress progress) {
        fabrics.progressed(progress);
    }

    @Override
    public String name() {
        return "mbeans";
    }

    @Override
    public boolean open() {
        return agentRegistered && reconciliation.settled();
    }

    @Override
    public String announcement() {
        return "";
    }

    private <T> void bind(ServiceSlot<T> slot, T service) {
        slot.set(service);
        reconciliation.serviceChanged();
        nudge();
    }

    private void nudge() {
        thread.nudge();
    }

    private JmxSettings settings() {
        return settings;
    }

    private static JmxSettings settings(JmxConfiguration configuration) {
        return JmxSettings.of(
                configuration.reconcileSeconds(),
                configuration.holdMillis(),
                configuration.discoverWaitSeconds());
    }
}
