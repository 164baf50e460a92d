// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.device;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
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
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.Port;

/** The devices of whichever verbs library a provider offers at the moment. */
@Component(service = {DeviceService.class, HealthCheck.class})
public final class ProvidedDevices implements DeviceService, HealthCheck {
    private static final Errno ENODEV = Errno.of(19);

    private final AtomicReference<@Nullable VerbsLibrary> library = new AtomicReference<>();

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindLibrary(VerbsLibrary verbs) {
        library.set(verbs);
    }

    void unbindLibrary(VerbsLibrary verbs) {
        library.compareAndSet(verbs, null);
    }

    @Override
    public List<String> deviceNames() {
        VerbsLibrary present = library.get();
        return present == null ? List.of() : present.deviceNames().stream().sorted().toList();
    }

    @Override
    public List<Device> devices() {
        VerbsLibrary present = library.get();
        return present == null ? List.of() : DeviceSurvey.of(present).devices();
    }

    @Override
    public Device device(String name) {
        return require("ibv_query_device", name).queryDevice(name);
    }

    @Override
    public Port port(PortId id) {
        return require("ibv_query_port", id.toString()).queryPort(id);
    }

    @Override
    public HealthResult check() {
        return DevicesHealth.of(library.get());
    }

    private VerbsLibrary require(String call, String subject) {
        VerbsLibrary present = library.get();
        if (present == null) {
            throw new RdmaException(call, ENODEV, subject, DevicesHealth.NO_LIBRARY);
        }
        return present;
    }
}
