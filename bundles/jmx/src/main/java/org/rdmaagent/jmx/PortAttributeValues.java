// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.verbs.PortAttributes;

/**
 * What {@code ibv_query_port(3)} tells, on the wire, under the names of {@code ibv_port_attr}.
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
 * @param activeWidth the code of verbs.h
 * @param activeSpeed the code of verbs.h
 * @param physState physical state
 * @param linkLayer InfiniBand or Ethernet
 * @param flags bit mask, IBV_QPF_GRH_REQUIRED
 * @param portCapFlags2 bit mask: CapabilityMask2 of PortInfo
 */
public record PortAttributeValues(
        String state,
        int maxMtuBytes,
        int activeMtuBytes,
        int gidTblLen,
        long portCapFlags,
        long maxMsgSz,
        long badPkeyCntr,
        long qkeyViolCntr,
        int pkeyTblLen,
        int lid,
        int smLid,
        int lmc,
        int maxVlNum,
        int smSl,
        int subnetTimeout,
        int initTypeReply,
        int activeWidth,
        int activeSpeed,
        String physState,
        String linkLayer,
        int flags,
        int portCapFlags2) {
    static PortAttributeValues of(PortAttributes attributes) {
        return new PortAttributeValues(
                attributes.state().name(),
                attributes.maxMtuBytes(),
                attributes.activeMtuBytes(),
                attributes.gidTblLen(),
                attributes.portCapFlags(),
                attributes.maxMsgSz(),
                attributes.badPkeyCntr(),
                attributes.qkeyViolCntr(),
                attributes.pkeyTblLen(),
                attributes.lid().value(),
                attributes.smLid().value(),
                attributes.lmc(),
                attributes.maxVlNum(),
                attributes.smSl(),
                attributes.subnetTimeout(),
                attributes.initTypeReply(),
                attributes.activeWidth(),
                attributes.activeSpeed(),
                attributes.physState().name(),
                attributes.linkLayer().name(),
                attributes.flags(),
                attributes.portCapFlags2());
    }
}
