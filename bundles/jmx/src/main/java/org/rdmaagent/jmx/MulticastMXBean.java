// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import javax.management.MBeanOperationInfo;

/** {@code rdma:type=Multicast}; the texts are in the annotations. */
@About(
        "The multicast groups that this host is a member of, and the groups of a subnet."
                + " Memberships outlive a replacement of the multicast bundle; those of files"
                + " org.rdmaagent.multicast-NAME.cfg also a restart of the agent.")
public interface MulticastMXBean {
    /** What a parameter "portOrAddress" takes. */
    String PORT_OR_ADDRESS =
            "by which port: DEVICE/PORT as mlx4_0/1, whose first network address is used, or a"
                    + " local IP address of it";

    /** What a parameter "group" takes. */
    String GROUP =
            "an IPv4 group as 239.1.2.3, an IPv6 group as ff0e::1:2, an MGID as"
                    + " mgid:ff12:401b:ffff::1, or sa-assigned for one that the subnet"
                    + " administration makes";

    /** What a parameter "port" takes. */
    String PORT = "an InfiniBand port of this host as mlx4_0/1";

    @About(
            "Who answers for the devices: jna (real hardware) or sim (invented devices); empty"
                    + " while there is no device.")
    String getProvider();

    @About(
            "The memberships by name, for a minute also those left, and for 10 minutes those of"
                + " calls that failed: name, group as asked for, state (JOINING, JOINED, FAILED,"
                + " LOST, REJOINING, LEAVING, LEFT), reason with what to do (empty while all is"
                + " well), errno (empty if none), since, device and port (0: not known yet),"
                + " localAddress, portSpace (udp, ipoib), memberKind (full, send-only); mgid, mlid"
                + " and qkey while it is a member; qpn (0: none yet) and queue where messages"
                + " arrive; attached; loopback in words; joins, losses, lastGapMillis (-1: never"
                + " lost), lateMessages (-1: nobody counts), lasting, lifetime in words.")
    List<MembershipRow> getMemberships();

    @About("How memberships changed, the last 100, oldest first.")
    List<MembershipEventRow> getRecentEvents();

    @About(
            value =
                    "Asks for a membership (rdma_join_multicast_ex(3)): a full member, port space"
                            + " UDP, with a queue pair of its own whose messages are counted."
                            + " Returns its name at once; what comes of it is its state. It lives"
                            + " until it is left or the agent stops.",
            impact = MBeanOperationInfo.ACTION_INFO)
    String join(@About(PORT_OR_ADDRESS) String portOrAddress, @About(GROUP) String group);

    @About(
            value = "As join, with what is to be otherwise.",
            impact = MBeanOperationInfo.ACTION_INFO)
    String joinWith(
            @About(PORT_OR_ADDRESS) String portOrAddress,
            @About(GROUP) String group,
            @About(JoinOption.ABOUT) String options);

    @About(
            value =
                    "Leaves a group (rdma_leave_multicast(3)), or cancels a join that is not"
                            + " answered yet, or removes one that failed. Returns what was done.",
            impact = MBeanOperationInfo.ACTION_INFO)
    String leave(@About("the membership, as Memberships names it") String name);

    @About(
            value =
                    "The groups of a subnet by MGID, asked of its administration now, as saquery -g"
                            + " does.",
            impact = MBeanOperationInfo.INFO)
    List<SubnetGroupRow> groups(@About(PORT) String port);

    @About(
            value =
                    "The members of the groups of a subnet by MGID and port, asked of its"
                            + " administration now, as saquery -m does.",
            impact = MBeanOperationInfo.INFO)
    List<SubnetMemberRow> members(@About(PORT) String port, @About(MgidText.ABOUT) String mgid);
}
