// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.Map;
import javax.management.MBeanOperationInfo;

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

    @About("What kind of a device it is: CA (InfiniBand or RoCE adapter), RNIC (iWARP) and others.")
    String getNodeType();

    @About("Its family of protocols: IB (InfiniBand and RoCE), IWARP and others.")
    String getTransport();

    @About("The vendor's name of the board (PSID); empty where the driver has none.")
    String getBoardId();

    @About("How many vectors its completion queues may be spread over.")
    int getCompletionVectors();

    @About(
            "Every field of struct ibv_device_attr, its name in camel case; counts are upper"
                + " limits, sizes are in bytes. 64-bit unsigned values show as negative from 2^63"
                + " on.")
    DeviceAttributeValues getAttributes();

    @About(
            "How many objects the agent holds on it, by kind, under the names of rdma-resource(8)"
                    + " or of their kind.")
    Map<String, Integer> getResources();

    @About(
            "How many objects the kernel counts on the whole device, whoever made them, as"
                + " rdma-resource(8) shows; only the kinds that can be learnt while it is open.")
    Map<String, Integer> getKernelResources();

    @About("The last 100 asynchronous events of it, oldest first; see the notifications.")
    List<AsyncEventRow> getRecentEvents();

    @About(
            value =
                    "Whether RDMA works: sends messages from one queue pair to another on the same"
                            + " port, one at a time, by RC or, where there is none, by UD, compares"
                            + " them and takes everything down again. Waits for the end, about a"
                            + " minute at the most. Returns rate, latencies and, if it failed, why"
                            + " and what to do.",
            impact = MBeanOperationInfo.ACTION_INFO)
    SelfTestSummary selfTest(
            @About("number of the port, from 1") int port,
            @About("how many, 1 to 1000000") int messages,
            @About("of each, 1 to 1048576; with UD at most the MTU of the port") int bytes);

    @About(
            "Every field that struct ibv_device_attr_ex has beyond Attributes, its name in camel"
                + " case: bit masks, upper limits, sizes in bytes, hcaCoreClock in kHz, rate limits"
                + " in kbit/s, maxCqPeriod in microseconds. All are 0 where the driver does not"
                + " offer ibv_query_device_ex(3) (available is false). 64-bit unsigned values show"
                + " as negative from 2^63 on.")
    ExtendedAttributeValues getExtendedAttributes();
}
