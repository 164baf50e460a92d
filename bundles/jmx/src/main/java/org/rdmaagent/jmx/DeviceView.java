// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.Map;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.VerbsService;

/** A device's MBean over whichever {@link DeviceService} there is. */
final class DeviceView implements DeviceMXBean {
    private final String name;
    private final ServiceSlot<DeviceService> devices;
    private final ServiceSlot<VerbsService> verbs;
    private final EventNotifications events;
    private final Recent<Device> recent;

    DeviceView(
            String name,
            ServiceSlot<DeviceService> devices,
            ServiceSlot<VerbsService> verbs,
            EventNotifications events,
            Recent<Device> recent) {
        this.name = name;
        this.devices = devices;
        this.verbs = verbs;
        this.events = events;
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
    public String getNodeType() {
        return device().nodeType().name();
    }

    @Override
    public String getTransport() {
        return device().transport().name();
    }

    @Override
    public String getBoardId() {
        return device().boardId();
    }

    @Override
    public int getCompletionVectors() {
        return device().completionVectors();
    }

    @Override
    public ExtendedAttributeValues getExtendedAttributes() {
        return ExtendedAttributeValues.of(device().extendedAttributes());
    }

    @Override
    public DeviceAttributeValues getAttributes() {
        return DeviceAttributeValues.of(device().attributes());
    }

    @Override
    public Map<String, Integer> getResources() {
        return ResourceRows.of(verbs.ask(service -> service.resources(name)).held());
    }

    @Override
    public Map<String, Integer> getKernelResources() {
        return ResourceRows.of(verbs.ask(service -> service.resources(name)).kernel());
    }

    @Override
    public List<AsyncEventRow> getRecentEvents() {
        return events.recent();
    }

    @Override
    public SelfTestSummary selfTest(int port, int messages, int bytes) {
        PortId id = new PortId(name, port);
        return SelfTestSummary.of(verbs.ask(service -> service.selfTest(id, messages, bytes)));
    }

    private Device device() {
        return recent.get(devices, service -> service.device(name));
    }
}
