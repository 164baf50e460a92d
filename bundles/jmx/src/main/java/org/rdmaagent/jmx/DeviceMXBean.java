// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

/** {@code rdma:type=Device,device=D}; the texts are in the annotations. */
@About("An RDMA device of this host, as ibv_query_device(3) and sysfs tell it.")
public interface DeviceMXBean {
    @About("The kernel's name, such as mlx4_0.")
    String getName();

    @About("Who answers for it: jna (real hardware) or sim (an invented device).")
    String getProvider();

    @About("The kernel driver bound to it, such as mlx4_core; empty if unknown.")
    String getDriver();

    @About("Firmware version, as the device tells it.")
    String getFirmware();

    @About("Node GUID: 0x and sixteen hexadecimal digits.")
    String getNodeGuid();

    @About("The NUMA node that it is attached to; -1 if the platform does not say.")
    int getNumaNode();

    @About("How many physical ports it has.")
    int getPortCount();

    @About(
            "Every field of struct ibv_device_attr, its name in camel case; counts are upper"
                + " limits, sizes are in bytes. 64-bit unsigned values show as negative from 2^63"
                + " on.")
    DeviceAttributeValues getAttributes();
}
