// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Optional;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.verbs.QpNumber;

/**
 * A membership of a multicast group, on the wire.
 *
 * @param name of the membership
 * @param group as it was asked for: an address, {@code mgid:} and an MGID, or {@code sa-assigned}
 * @param state where it stands
 * @param reason why it is in that state, with what to do; empty while all is well
 * @param errno the name of what the kernel said; empty if nothing
 * @param since when it came into that state, ISO 8601 in UTC
 * @param device of the port; empty while only an address is known
 * @param port its number; 0 while only an address is known
 * @param localAddress the local address; empty while it is not known
 * @param portSpace from which space the group is, {@code udp} or {@code ipoib}
 * @param memberKind what the member may do, {@code full} or {@code send-only}
 * @param mgid eight groups of four hexadecimal digits; empty unless it is a member
 * @param mlid LID of the group, host byte order; 0 unless it is a member, of no meaning on Ethernet
 * @param qkey Q_Key of the group, 0x and eight digits; empty unless it is a member
 * @param qpn the queue pair's number; 0 while there is none
 * @param queue the completion queue where it receives, as loops name it; empty while there is none
 * @param attached whether the queue pair receives what is sent to the group
 * @param loopback whether its own messages come back to it, and why
 * @param joins how often it became a member
 * @param losses how often it lost that
 * @param lastGapMillis how long the last loss lasted, milliseconds; -1 if there was none
 * @param lateMessages delivered after it left; -1 where nobody counts
 * @param lasting whether it survives a restart of the agent
 * @param lifetime what it lives by, in words
 */
public record MembershipRow(
        String name,
        String group,
        MembershipState state,
        String reason,
        String errno,
        String since,
        String device,
        int port,
        String localAddress,
        String portSpace,
        String memberKind,
        String mgid,
        int mlid,
        String qkey,
        int qpn,
        String queue,
        boolean attached,
        String loopback,
        long joins,
        long losses,
        long lastGapMillis,
        long lateMessages,
        boolean lasting,
        String lifetime) {
    static MembershipRow of(Membership membership) {
        JoinRequest request = membership.request();
        MembershipStatus status = membership.status();
        Optional<PortId> port = status.port().or(request::port);
        Optional<JoinedGroup> joined = status.joined();
        return new MembershipRow(
                membership.name(),
                request.group().toString(),
                status.state(),
                status.reason(),
                errno(status.errno()),
                status.since().toString(),
                port.map(PortId::device).orElse(""),
                port.map(PortId::port).orElse(0),
                status.localAddress().isEmpty()
                        ? request.localAddress().orElse("")
                        : status.localAddress(),
                JoinText.written(request.portSpace()),
                JoinText.written(request.memberKind()),
                joined.map(group -> group.mgid().toString()).orElse(""),
                joined.map(group -> group.mlid().value()).orElse(0),
                joined.map(group -> QkeyText.of(group.qkey())).orElse(""),
                status.queuePair().map(QpNumber::value).orElse(0),
                status.queue(),
                status.attached(),
                status.loopback(),
                status.joins(),
                status.losses(),
                status.lastGapMillis(),
                status.lateMessages(),
                status.lasting(),
                status.lasting() ? "configuration file" : "until it is left or the agent stops");
    }

    /** Its name; empty for none. */
    static String errno(Errno errno) {
        return errno.equals(Errno.NONE) ? "" : errno.name();
    }
}
