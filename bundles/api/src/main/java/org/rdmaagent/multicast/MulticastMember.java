// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import org.rdmaagent.Gid;

/**
 * A port that is a member of a group, as the subnet administration has it (MCMemberRecord, IBTA
 * volume 1, section 15.2.5.17).
 *
 * @param group its group
 * @param portGid the port; zero where the subnet administration tells it only to who gives its
 *     SM_Key (OpenSM does so)
 * @param fullMember bit 0 of JoinState
 * @param nonMember bit 1 of JoinState
 * @param sendOnlyNonMember bit 2 of JoinState
 * @param sendOnlyFullMember bit 3 of JoinState
 * @param proxyJoin whether another port asked for it
 * @param nodeName the description of its node; empty if the subnet administration does not tell
 */
public record MulticastMember(
        MulticastGroup group,
        Gid portGid,
        boolean fullMember,
        boolean nonMember,
        boolean sendOnlyNonMember,
        boolean sendOnlyFullMember,
        boolean proxyJoin,
        String nodeName) {}
