// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.function.Supplier;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.multicast.MulticastMember;
import org.rdmaagent.multicast.MulticastService;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpAttributes;

/**
 * The other half of an attach: what the subnet administration says of the port's membership.
 * Whatever goes wrong here is said; the attach itself is done and stays so.
 */
final class SubnetAnswer {
    private static final int EPROTONOSUPPORT = 93;
    private static final String NOT_ASKED =
            "Nothing arrives unless the subnet administration has created the group and the port"
                    + " is a member of it; it could not be asked: ";
    private static final String ETHERNET =
            "An Ethernet port has no subnet administration; switches that watch IGMP or MLD pass"
                    + " the group on only to hosts that have joined it, which a membership does"
                    + " (rdma:type=Multicast).";

    private final ServiceSlot<MulticastService> multicast;

    SubnetAnswer(ServiceSlot<MulticastService> multicast) {
        this.multicast = multicast;
    }

    /**
     * One to three sentences.
     *
     * @param pair the queue pair's attributes, asked for its port and its Q_Key
     */
    String about(String device, Supplier<QpAttributes> pair, MulticastAttachment attached) {
        try {
            QpAttributes now = pair.get();
            if (now.portNum() == 0) {
                return NOT_ASKED + "the queue pair has no port yet.";
            }
            PortId port = new PortId(device, now.portNum());
            return multicast
                    .ask(service -> service.membershipOf(port, attached.mgid()))
                    .map(member -> found(port, member, now.qkey(), attached.mlid()))
                    .orElseGet(() -> noMember(port));
        } catch (RdmaException e) {
            return e.errno().number() == EPROTONOSUPPORT ? ETHERNET : notAsked(e);
        } catch (RuntimeException | LinkageError e) {
            // A bundle on its way out may throw anything.
            return notAsked(e);
        }
    }

    private static String notAsked(Throwable reason) {
        return NOT_ASKED + reason.getMessage() + ".";
    }

    private static String noMember(PortId port) {
        return "Nothing arrives yet: the subnet administration has no membership of "
                + port
                + " in it; join the group (rdma:type=Multicast).";
    }

    private static String found(PortId port, MulticastMember member, int qkey, Lid mlid) {
        MulticastGroup group = member.group();
        StringBuilder text =
                new StringBuilder("The subnet administration has ")
                        .append(port)
                        .append(" as ")
                        .append(kind(member))
                        .append(" of it, LID ")
                        .append(group.mlid())
                        .append(", Q_Key ")
                        .append(QkeyText.of(group.qkey()))
                        .append('.');
        if (onlySends(member)) {
            text.append(" Nothing has to arrive at a member that only sends: join as a full one.");
        }
        if (!group.mlid().equals(mlid)) {
            text.append(" Nothing arrives with LID ")
                    .append(mlid)
                    .append(": detach it and attach with ")
                    .append(group.mlid())
                    .append('.');
        }
        if (group.qkey() != qkey) {
            text.append(" The queue pair takes only messages with its own Q_Key, ")
                    .append(QkeyText.of(qkey))
                    .append('.');
        }
        return text.toString();
    }

    private static String kind(MulticastMember member) {
        if (member.fullMember()) {
            return "a full member";
        }
        if (member.nonMember()) {
            return "a non-member (which receives)";
        }
        // A subnet administration need not tell the JoinState.
        return onlySends(member) ? "a member that only sends" : "a member";
    }

    private static boolean onlySends(MulticastMember member) {
        return !member.fullMember()
                && !member.nonMember()
                && (member.sendOnlyFullMember() || member.sendOnlyNonMember());
    }
}
