// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceService;

/** A device's MBean over whichever {@link DeviceService} there is. */
final class DeviceView implements DeviceMXBean {
    private final String name;
    private final ServiceSlot<DeviceService> devices;
    private final Recent<Device> recent;

    DeviceView(String name, ServiceSlot<DeviceService> devices, Recent<Device> recent) {
        this.name = name;
        this.devices = devices;
        this.recent = recent;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getProvider() {
        return device().provider();
    }

    @Override
    public String getDriver() {
        return device().driver();
    }

    @Override
    public String getFirmware() {
        return device().attributes().fwVer();
    }

    @Override
    public String getNodeGuid() {
        return device().attributes().nodeGuid().toString();
    }

    @Override
    public int getNumaNode() {
        return device().numaNode();
    }

    @Override
    public int getPortCount() {
        return device().attributes().physPortCnt();
    }

    @Override
    public DeviceAttributeValues getAttributes() {
        return DeviceAttributeValues.of(device().attributes());
    }

    private Device device() {
        return recent.get(devices, service -> service.device(name));
    }
}
