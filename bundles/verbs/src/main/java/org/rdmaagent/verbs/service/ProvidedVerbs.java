// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
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
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.AsyncEventListener;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.PortCapabilities;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ResourceCounts;
import org.rdmaagent.verbs.SelfTestResult;
import org.rdmaagent.verbs.VerbsService;
import org.rdmaagent.verbs.event.EventDesk;
import org.rdmaagent.verbs.event.RoleThread;
import org.rdmaagent.verbs.queue.PlannedQueuePairs;

/** The verbs of whichever library a provider offers at the moment. */
@Component(
        service = {VerbsService.class, HealthCheck.class, ProvidedVerbs.class},
        immediate = true,
        configurationPid = "org.rdmaagent.verbs")
public final class ProvidedVerbs implements VerbsService, HealthCheck {
    private static final String NO_LIBRARY =
            "no provider serves libibverbs: see NativeLibraries of rdma:type=Agent for what is"
                    + " missing, or start with --provider sim";

    /** Omni-Path's driver, Intel's and Cornelis'. */
    private static final String OMNI_PATH = "hfi1";

    private final EventDesk desk = new EventDesk(InstantSource.system());
    private final PlannedQueuePairs plans = new PlannedQueuePairs();
    private final List<ContextHolder> holders = new CopyOnWriteArrayList<>();
    private final RoleThread delivery =
            RoleThread.start(
                    "rdma-verbs-events",
                    () -> {
                        boolean unused = desk.doWork(RoleThread.SLICE_NANOS);
                        return 0;
                    });
    private volatile VerbsSettings settings;
    private volatile @Nullable Tenure tenure;
    private volatile @Nullable RdmaException refusal;

    /** Called by the component runtime. */
    @Activate
    public ProvidedVerbs(VerbsConfiguration configuration) {
        this(VerbsSettings.of(configuration));
    }

    ProvidedVerbs(VerbsSettings settings) {
        this.settings = settings;
    }

    @Modified
    void modified(VerbsConfiguration configuration) {
        settings = VerbsSettings.of(configuration);
        nudge();
    }

    @Deactivate
    synchronized void stop() {
        endTenure();
        delivery.close();
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    synchronized void bindLibrary(VerbsLibrary library) {
        endTenure();
        try {
            refusal = null;
            tenure = new Tenure(library, desk, plans, () -> settings, () -> holders);
        } catch (RdmaException e) {
            refusal = e;
        }
    }

    synchronized void unbindLibrary(VerbsLibrary library) {
        Tenure present = tenure;
        if (present != null && present.library() == library) {
            endTenure();
        }
    }

    private void endTenure() {
        Tenure present = tenure;
        tenure = null;
        if (present != null) {
            present.close();
        }
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindListener(AsyncEventListener listener) {
        desk.add(listener);
    }

    void unbindListener(AsyncEventListener listener) {
        desk.remove(listener);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindHolder(ContextHolder holder) {
        holders.add(holder);
    }

    void unbindHolder(ContextHolder holder) {
        holders.remove(holder);
    }

    /** The configured queue pairs. */
    PlannedQueuePairs plans() {
        return plans;
    }

    /** Something is to be looked after. */
    void nudge() {
        Tenure present = tenure;
        if (present != null) {
            present.nudge();
        }
    }

    @Override
    public DeviceContext open(String device, String name) {
        Tenure present = require("ibv_open_device", device);
        DeviceContext context = present.session().open(device, name);
        present.nudge();
        return context;
    }

    @Override
    public List<DeviceContext> contexts() {
        Tenure present = tenure;
        return present == null ? List.of() : present.session().contexts();
    }

    @Override
    public List<QueuePair> queuePairs() {
        Tenure present = tenure;
        return present == null ? List.of() : Holdings.queuePairs(present.session());
    }

    @Override
    public Optional<QueuePair> queuePair(String device, QpNumber number) {
        return queuePairs().stream()
                .filter(pair -> pair.device().equals(device) && pair.number().equals(number))
                .findFirst();
    }

    @Override
    public ResourceCounts resources(String device) {
        Tenure present = require("ibv_query_device", device);
        // Whether there is such a device.
        Device unused = present.library().queryDevice(device);
        return Holdings.resources(present.session(), device);
    }

    @Override
    public PortCapabilities capabilities(PortId port) {
        Tenure present = require("ibv_query_port", port.toString());
        Port seen = present.library().queryPort(port);
        Device device = present.library().queryDevice(port.device());
        return new PortCapabilities(
                device.nodeType(),
                seen.attributes().linkLayer(),
                device.driver().equals(OMNI_PATH),
                device.attributes().physPortCnt());
    }

    @Override
    public void reopen(String device, String context) {
        require("ibv_open_device", device).reopen(device, context);
    }

    @Override
    public SelfTestResult selfTest(PortId port, int messages, int bytes) {
        return require("ibv_query_port", port.toString()).selfTests().run(port, messages, bytes);
    }

    @Override
    public HealthResult check() {
        Tenure present = tenure;
        RdmaException refused = refusal;
        return present == null
                ? VerbsHealth.without(
                        refused == null ? "" : String.valueOf(refused.getMessage()), plans)
                : VerbsHealth.of(present, desk, plans);
    }

    private Tenure require(String call, String subject) {
        Tenure present = tenure;
        if (present != null) {
            return present;
        }
        RdmaException refused = refusal;
        if (refused != null) {
            throw new RdmaException(call, refused.errno(), subject, refused.remedy());
        }
        throw new RdmaException(call, Errno.of(19), subject, NO_LIBRARY);
    }
}
