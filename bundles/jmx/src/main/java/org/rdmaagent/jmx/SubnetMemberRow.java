// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.multicast.MulticastMember;

/**
 * A port that is a member of a multicast group, on the wire.
 *
 * @param mgid of the group: eight groups of four hexadecimal digits
 * @param mlid of the group, host byte order
 * @param portGid of the port, written as the MGID
 * @param nodeName the description of its node; empty if the subnet administration does not tell
 * @param scope of the group: 2 link-local, 5 site-local, 8 organization-local, 14 global
 * @param fullMember bit 0 of JoinState: it sends and receives
 * @param nonMember bit 1: it receives and sends, but does not keep the group alive
 * @param sendOnlyNonMember bit 2: it only sends, and does not keep the group alive
 * @param sendOnlyFullMember bit 3: it only sends
 * @param proxyJoin whether another port asked for it
 */
public record SubnetMemberRow(
        String mgid,
        int mlid,
        String portGid,
        String nodeName,
        int scope,
        boolean fullMember,
        boolean nonMember,
        boolean sendOnlyNonMember,
        boolean sendOnlyFullMember,
        boolean proxyJoin) {
    static SubnetMemberRow of(MulticastMember member) {
        return new SubnetMemberRow(
                member.group().mgid().toString(),
                member.group().mlid().value(),
                member.portGid().toString(),
                member.nodeName(),
                member.group().scope(),
                member.fullMember(),
                member.nonMember(),
                member.sendOnlyNonMember(),
                member.sendOnlyFullMember(),
                member.proxyJoin());
    }
}
