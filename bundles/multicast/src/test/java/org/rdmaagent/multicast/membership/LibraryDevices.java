// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.List;
import org.rdmaagent.PortId;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.Port;

/** The devices of a library. */
public record LibraryDevices(VerbsLibrary library) implements DeviceService {
    @Override
    public List<Device> devices() {
        return library.deviceNames().stream().map(library::queryDevice).toList();
    }

    @Override
    public Device device(String name) {
        return library.queryDevice(name);
    }

    @Override
    public Port port(PortId id) {
        return library.queryPort(id);
    }
}
