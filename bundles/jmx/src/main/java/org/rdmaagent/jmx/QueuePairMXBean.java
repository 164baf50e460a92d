// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import javax.management.MBeanOperationInfo;

/** {@code rdma:type=QueuePair,device=D,qpn=Q}; the texts are in the annotations. */
@About(
        "A queue pair that the agent holds. Its name comes and goes with it, within"
                + " reconcileSeconds (org.rdmaagent.jmx.cfg) and ten seconds.")
public interface QueuePairMXBean {
    @About("The device.")
    String getDevice();

    @About("Who answers for it: jna (real hardware) or sim (an invented device).")
    String getProvider();

    @About("Its number on the device.")
    int getQpn();

    @About("The name that its maker gave it, such as that of its file.")
    String getName();

    @About("RC, UC, UD (the one that takes part in multicast) and others.")
    String getType();

    @About("RESET, INIT, RTR (ready to receive), RTS (ready to send), SQD, SQE, ERR.")
    String getState();

    @About("Its port; 0 while it has none.")
    int getPort();

    @About("Row of the port's P_Key table.")
    int getPkeyIndex();

    @About("Q_Key of a datagram pair: 0x and eight hexadecimal digits; empty for others.")
    String getQkey();

    @About("The other end's number; 0 for a datagram pair and while there is none.")
    int getDestinationQpn();

    @About("Its sizes, as granted.")
    QpCapabilityValues getCapabilities();

    @About("Whether every send reports its completion.")
    boolean isSignalAll();

    @About("The completion queue of its sends; empty if it has none.")
    String getSendQueue();

    @About("The completion queue of its receives; empty if it has none.")
    String getReceiveQueue();

    @About("The shared receive queue that it uses; empty if none.")
    String getSharedReceiveQueue();

    @About(
            "The multicast groups that it is attached to, in the order of attaching. This is the"
                    + " local adapter's part; memberships are at the subnet administration.")
    List<MulticastRow> getAttachedGroups();

    @About(
            value =
                    "Receives what is sent to a multicast group (ibv_attach_mcast(3)); twice is the"
                            + " same as once. The subnet administration must have created the group"
                            + " and the port must be a member, else nothing arrives. Returns what"
                            + " was done, and what the subnet administration says of the port's"
                            + " membership.",
            impact = MBeanOperationInfo.ACTION_INFO)
    String attachMulticast(
            @About(GidText.ABOUT) String mgid,
            @About(
                            "LID of the group, host byte order: 49152 to 65534 (0xc000 to 0xfffe)"
                                    + " on InfiniBand, ignored on Ethernet")
                    int mlid);

    @About(
            value =
                    "Ends it (ibv_detach_mcast(3)) for exactly this pair of GID and LID; a"
                            + " membership of the port stays. Returns what was done.",
            impact = MBeanOperationInfo.ACTION_INFO)
    String detachMulticast(
            @About(GidText.ABOUT) String mgid, @About("LID that it was attached with") int mlid);
}
