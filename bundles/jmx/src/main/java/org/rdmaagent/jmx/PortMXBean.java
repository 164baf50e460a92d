// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.Map;

/** {@code rdma:type=Port,device=D,port=N}; the texts are in the annotations. */
@About("A port of an RDMA device: state, tables and counters. Reading it sends nothing.")
public interface PortMXBean {
    @About("Who answers for it: jna (real hardware) or sim (an invented port).")
    String getProvider();

    @About("Logical state: DOWN, INIT (waits for the subnet manager), ARMED, ACTIVE.")
    String getState();

    @About("Physical state: POLLING (no partner), DISABLED, TRAINING, LINK_UP and others.")
    String getPhysicalState();

    @About("INFINIBAND, ETHERNET (RoCE, iWARP) or UNSPECIFIED.")
    String getLinkLayer();

    @About("Base LID; 0 if none is assigned, and on Ethernet.")
    int getLid();

    @About("LID of the subnet manager; 0 if there is none.")
    int getSmLid();

    @About("LMC: how many low bits of the LID the port ignores.")
    int getLmc();

    @About("Lanes in use, such as 4x.")
    String getActiveWidth();

    @About("Rate of a lane: SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR, XDR.")
    String getActiveSpeed();

    @About(
            "What all lanes carry together, line coding taken off; 0 if the port is down or width"
                    + " or speed is unknown. Unit: bytes per second.")
    long getRateBytesPerSecond();

    @About(
            "Lanes and speed by the kernel's round numbers (ib_port_attr_to_speed_info), whatever"
                    + " the state.")
    PortSpeedValues getSpeedInfo();

    @About(
            "What the port can do (the kernel's rdma_cap_...), derived from node type, link layer"
                    + " and driver.")
    PortCapabilityValues getCapabilities();

    @About("Largest MTU. Unit: bytes.")
    int getMaxMtuBytes();

    @About("MTU in use. Unit: bytes.")
    int getActiveMtuBytes();

    @About("The network interface on top of it (IPoIB or Ethernet); empty if there is none.")
    String getNetdev();

    @About("Every field of struct ibv_port_attr, its name in camel case.")
    PortAttributeValues getAttributes();

    @About("The used rows of the GID table.")
    List<GidRow> getGids();

    @About("The used rows of the P_Key table.")
    List<PkeyRow> getPkeys();

    @About(
            "The port's counters by name (docs/counters.md): value in the unit that the name tells,"
                + " width of the register, whether it is saturated, whether there is a value and if"
                + " not, why. Held for maxAgeMillis (org.rdmaagent.verbs.cfg).")
    Map<String, CounterRow> getCounters();

    @About("The driver's own counters, under the driver's names; unit and width are not known.")
    Map<String, CounterRow> getHwCounters();

    @About("How old Counters and HwCounters are. Unit: milliseconds.")
    long getCountersAgeMillis();

    @About("When Counters and HwCounters were read, ISO 8601 in UTC.")
    String getCountersTakenAt();
}
