// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.device;

import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.DeviceService;

/** Does what the component runtime does. */
public final class DevicesWithoutContainer {
    private DevicesWithoutContainer() {}

    /** The devices of a library. */
    public static DeviceService of(VerbsLibrary library) {
        ProvidedDevices devices = new ProvidedDevices();
        devices.bindLibrary(library);
        return devices;
    }
}
