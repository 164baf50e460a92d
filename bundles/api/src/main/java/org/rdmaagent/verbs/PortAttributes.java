// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.rdmaagent.Lid;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;

/**
 * What {@code ibv_query_port(3)} tells: the fields of {@code struct ibv_port_attr}, all of them, in
 * its order.
 *
 * @param state logical state
 * @param maxMtuBytes largest MTU, bytes
 * @param activeMtuBytes MTU in use, bytes
 * @param gidTblLen rows of the GID table
 * @param portCapFlags bit mask: CapabilityMask of PortInfo
 * @param maxMsgSz largest message, bytes
 * @param badPkeyCntr packets refused for their P_Key
 * @param qkeyViolCntr packets refused for their Q_Key
 * @param pkeyTblLen rows of the P_Key table
 * @param lid base LID
 * @param smLid LID of the subnet manager
 * @param lmc the low bits of the LID that the port ignores
 * @param maxVlNum virtual lanes, as PortInfo encodes them
 * @param smSl service level to reach the subnet manager
 * @param subnetTimeout exponent: 4.096 us * 2^n
 * @param initTypeReply what kind of initialization was done
 * @param activeWidth the code that {@link org.rdmaagent.LinkWidth} decodes
 * @param activeSpeed the code that {@link org.rdmaagent.LinkSpeed} decodes
 * @param physState physical state
 * @param linkLayer InfiniBand or Ethernet
 * @param flags bit mask, IBV_QPF_GRH_REQUIRED
 * @param portCapFlags2 bit mask: CapabilityMask2 of PortInfo
 * @see <a href="https://man7.org/linux/man-pages/man3/ibv_query_port.3.html">the manual page</a>
 */
public record PortAttributes(
        PortState state,
        int maxMtuBytes,
        int activeMtuBytes,
        int gidTblLen,
        long portCapFlags,
        long maxMsgSz,
        long badPkeyCntr,
        long qkeyViolCntr,
        int pkeyTblLen,
        Lid lid,
        Lid smLid,
        int lmc,
        int maxVlNum,
        int smSl,
        int subnetTimeout,
        int initTypeReply,
        int activeWidth,
        int activeSpeed,
        PortPhysicalState physState,
        LinkLayer linkLayer,
        int flags,
        int portCapFlags2) {}
