// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.util.List;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.Port;

/** libibverbs over simulated devices. */
public final class SimulatedVerbs implements VerbsLibrary {
    private static final int ENODEV = 19;
    private static final int EINVAL = 22;

    private final List<SimulatedDevice> devices;

    /** Shows these devices. */
    public SimulatedVerbs(List<SimulatedDevice> devices) {
        this.devices = List.copyOf(devices);
    }

    @Override
    public List<String> deviceNames() {
        return devices.stream().map(SimulatedDevice::name).toList();
    }

    @Override
    public Device queryDevice(String name) {
        return device("ibv_query_device", name, name).device();
    }

    @Override
    public Port queryPort(PortId port) {
        SimulatedDevice device = device("ibv_query_port", port.device(), port.toString());
        if (port.port() > device.portCount()) {
            throw new RdmaException(
                    "ibv_query_port",
                    Errno.of(EINVAL),
                    port.toString(),
                    "use a port in 1.." + device.portCount());
        }
        return device.port(port.port());
    }

    private SimulatedDevice device(String call, String name, String subject) {
        for (SimulatedDevice device : devices) {
            if (device.name().equals(name)) {
                return device;
            }
        }
        throw new RdmaException(
                call, Errno.of(ENODEV), subject, "use one of the devices " + deviceNames());
    }
}
