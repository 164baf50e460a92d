// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.dataplane.MessageCounter;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipListener;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.multicast.MulticastMember;
import org.rdmaagent.multicast.MulticastService;
import org.rdmaagent.multicast.request.Echo;
import org.rdmaagent.multicast.request.LocalAddress;
import org.rdmaagent.multicast.request.RequestFiles;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.spi.cm.CmLibrary;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.VerbsService;
import org.rdmaagent.verbs.VerbsService.ContextHolder;

/** The memberships, over whatever provider, verbs and counters there are at the moment. */
@Component(
        service = {MulticastService.class, HealthCheck.class, ProvidedMulticast.class},
        immediate = true,
        configurationPid = "org.rdmaagent.multicast.sa")
public final class ProvidedMulticast implements MulticastService, HealthCheck {
    private static final String JOIN = "rdma_join_multicast";
    private static final Errno EINVAL = Errno.of(22);

    private final Staff staff = new Staff();
    private @Nullable ServiceRegistration<ContextHolder> registration;

    /** Called by the component runtime. */
    @Activate
    public ProvidedMulticast(MulticastConfiguration configuration) {
        modified(configuration);
    }

    ProvidedMulticast() {}

    /**
     * Called by the component runtime, with everything bound that is there. What the verbs look for
     * is registered by hand: as a service of the component it would close a circle with them.
     */
    @Activate
    void takeUp(BundleContext context) {
        staff.settle();
        registration =
                context.registerService(
                        ContextHolder.class, new ReopenedPairs(staff.conductor()), null);
    }

    @Modified
    void modified(MulticastConfiguration configuration) {
        staff.smKey(configuration.smKey());
    }

    @Deactivate
    void stop() {
        ServiceRegistration<ContextHolder> present = registration;
        registration = null;
        if (present != null) {
            present.unregister();
        }
        staff.close();
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindManager(CmLibrary manager) {
        staff.bind(manager);
    }

    void unbindManager(CmLibrary manager) {
        staff.unbind(manager);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindVerbs(VerbsService verbs) {
        staff.verbs().bind(verbs);
        staff.verbsCame();
    }

    void unbindVerbs(VerbsService verbs) {
        staff.verbs().unbind(verbs);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindDevices(DeviceService devices) {
        staff.devices().bind(devices);
    }

    void unbindDevices(DeviceService devices) {
        staff.devices().unbind(devices);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindTransport(MadTransport transport) {
        staff.transport().bind(transport);
    }

    void unbindTransport(MadTransport transport) {
        staff.transport().unbind(transport);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindConfigurations(ConfigurationAdmin configurations) {
        staff.configurations().bind(configurations);
    }

    void unbindConfigurations(ConfigurationAdmin configurations) {
        staff.configurations().unbind(configurations);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindCounter(MessageCounter counter, Map<String, Object> properties) {
        staff.counters().put(counter, properties);
    }

    void updatedCounter(MessageCounter counter, Map<String, Object> properties) {
        staff.counters().put(counter, properties);
    }

    void unbindCounter(MessageCounter counter, Map<String, Object> properties) {
        staff.counters().remove(properties);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindListener(MembershipListener listener) {
        staff.events().add(listener);
    }

    void unbindListener(MembershipListener listener) {
        staff.events().remove(listener);
    }

    /** What files ask for. */
    RequestFiles files() {
        return staff.conductor().files();
    }

    @Override
    public Membership join(JoinRequest request) {
        if (!request.group().isMulticast()) {
            throw new RdmaException(
                    JOIN, EINVAL, request.group().toString(), LocalAddress.NO_GROUP);
        }
        request.localAddress().ifPresent(ProvidedMulticast::check);
        return staff.join(request);
    }

    private static void check(String localAddress) {
        try {
            var unused = LocalAddress.of(localAddress);
        } catch (IllegalArgumentException e) {
            throw new RdmaException(
                    JOIN, EINVAL, Echo.of(localAddress), String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<Membership> memberships() {
        return staff.conductor().memberships();
    }

    @Override
    public Optional<Membership> membership(String name) {
        return staff.conductor().membership(name);
    }

    @Override
    public List<MulticastGroup> groups(PortId port) {
        return staff.administration(port).groups(port);
    }

    @Override
    public List<MulticastMember> members(PortId port, Optional<Gid> group) {
        return staff.administration(port).members(port, group);
    }

    @Override
    public Optional<MulticastMember> membershipOf(PortId port, Gid mgid) {
        return staff.administration(port).membershipOf(port, mgid);
    }

    @Override
    public HealthResult check() {
        return MulticastHealth.of(memberships(), staff.troubles());
    }
}
