// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.HexFormat;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.verbs.Rate;

/**
 * A multicast group of a subnet, on the wire.
 *
 * @param mgid eight groups of four hexadecimal digits
 * @param mlid its LID, host byte order
 * @param qkey its Q_Key: 0x and eight digits
 * @param mtuBytes the largest message, bytes; 0 if the code is reserved
 * @param rateCode the code of its rate (IBTA volume 1, section 15.2.5.16)
 * @param rateMegabitsPerSecond that in Mb/s; 0 if the code is not known
 * @param pkey its P_Key: 0x and four digits
 * @param sl service level, 0 to 15
 * @param scope 2 link-local, 5 site-local, 8 organization-local, 14 global
 * @param trafficClass 0 to 255
 * @param flowLabel 20 bits
 * @param hopLimit 0 to 255
 * @param packetLifetimeCode 4.096 us times two to this power
 */
public record SubnetGroupRow(
        String mgid,
        int mlid,
        String qkey,
        int mtuBytes,
        int rateCode,
        int rateMegabitsPerSecond,
        String pkey,
        int sl,
        int scope,
        int trafficClass,
        int flowLabel,
        int hopLimit,
        int packetLifetimeCode) {
    static SubnetGroupRow of(MulticastGroup group) {
        return new SubnetGroupRow(
                group.mgid().toString(),
                group.mlid().value(),
                QkeyText.of(group.qkey()),
                group.mtuBytes(),
                group.rateCode(),
                Rate.ofCode(group.rateCode())
                        .map(rate -> rate.megabitsPerSecond().orElse(0))
                        .orElse(0),
                "0x" + HexFormat.of().toHexDigits((short) group.pkey()),
                group.sl(),
                group.scope(),
                group.trafficClass(),
                group.flowLabel(),
                group.hopLimit(),
                group.packetLifetime());
    }
}
