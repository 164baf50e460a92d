// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.PortId;

/** The RDMA devices of this host. Every call asks the provider; nothing is cached here. */
@ProviderType
public interface DeviceService {
    /**
     * The names of all devices, in order; a device that does not answer is among them, and {@link
     * #device} tells why it does not.
     */
    default List<String> deviceNames() {
        return devices().stream().map(Device::name).toList();
    }

    /** All devices that answer, by name; empty where there are none. */
    List<Device> devices();

    /**
     * One device.
     *
     * @throws org.rdmaagent.RdmaException ENODEV if there is no such device
     */
    Device device(String name);

    /**
     * One port with its tables.
     *
     * @throws org.rdmaagent.RdmaException ENODEV if there is no such device, EINVAL if no such port
     */
    Port port(PortId id);
}
