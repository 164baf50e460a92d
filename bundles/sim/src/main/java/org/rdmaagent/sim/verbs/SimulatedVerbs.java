// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.List;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.sim.host.ChangeableDevice;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.Port;

/** libibverbs over simulated devices. */
public final class SimulatedVerbs implements VerbsLibrary {
    private static final int ENODEV = 19;
    private static final int EINVAL = 22;

    private final List<ChangeableDevice> devices;
    private final VerbsWorld world;

    /** Shows these devices, and makes objects on them in their world. */
    public SimulatedVerbs(List<ChangeableDevice> devices, VerbsWorld world) {
        this.devices = List.copyOf(devices);
        this.world = world;
    }

    @Override
    public VerbsLease lease(String owner) {
        return world.lease(owner);
    }

    @Override
    public List<String> deviceNames() {
        return devices.stream()
                .filter(ChangeableDevice::present)
                .map(ChangeableDevice::name)
                .toList();
    }

    @Override
    public Device queryDevice(String name) {
        return device("ibv_query_device", name, name).device();
    }

    @Override
    public Port queryPort(PortId port) {
        ChangeableDevice device = device("ibv_query_port", port.device(), port.toString());
        if (port.port() > device.portCount()) {
            throw new RdmaException(
                    "ibv_query_port",
                    Errno.of(EINVAL),
                    port.toString(),
                    "use a port in 1.." + device.portCount());
        }
        return device.port(port.port());
    }

    private ChangeableDevice device(String call, String name, String subject) {
        for (ChangeableDevice device : devices) {
            if (device.present() && device.name().equals(name)) {
                return device;
            }
        }
        throw new RdmaException(
                call, Errno.of(ENODEV), subject, "use one of the devices " + deviceNames());
    }
}
