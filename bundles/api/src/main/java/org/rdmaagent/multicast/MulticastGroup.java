// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import org.rdmaagent.Gid;
import org.rdmaagent.Lid;

/**
 * A multicast group as the subnet administration has it (MCMemberRecord, IBTA volume 1, section
 * 15.2.5.17).
 *
 * @param mgid its GID
 * @param mlid its LID
 * @param qkey its Q_Key, 32 bits
 * @param mtuBytes the largest message, bytes; 0 if the code is reserved
 * @param rateCode the code of a {@link org.rdmaagent.verbs.Rate}, 6 bits
 * @param pkey its P_Key, 16 bits
 * @param sl service level, 0 to 15
 * @param scope 2 link-local, 5 site-local, 8 organization-local, 14 global
 * @param trafficClass 0 to 255
 * @param flowLabel 20 bits
 * @param hopLimit 0 to 255
 * @param packetLifetime code: 4.096 us times two to this power, 6 bits
 */
public record MulticastGroup(
        Gid mgid,
        Lid mlid,
        int qkey,
        int mtuBytes,
        int rateCode,
        int pkey,
        int sl,
        int scope,
        int trafficClass,
        int flowLabel,
        int hopLimit,
        int packetLifetime) {}
