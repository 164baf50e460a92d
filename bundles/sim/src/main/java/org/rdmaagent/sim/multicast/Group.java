// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.multicast;

import org.rdmaagent.Gid;
import org.rdmaagent.Lid;

/**
 * A group as the subnet manager keeps it (MCMemberRecord, IBTA volume 1, section 15.2.5.17).
 *
 * @param mgid its GID
 * @param mlid its LID
 * @param qkey its Q_Key, 32 bits
 * @param mtuCode 1 to 5 for 256 to 4096 bytes
 * @param rateCode the code of a {@link org.rdmaagent.verbs.Rate}, 6 bits
 * @param packetLifetime code, 6 bits
 * @param pkey 16 bits
 * @param sl service level, 0 to 15
 * @param flowLabel 20 bits
 * @param hopLimit 0 to 255
 * @param trafficClass 0 to 255
 */
public record Group(
        Gid mgid,
        Lid mlid,
        int qkey,
        int mtuCode,
        int rateCode,
        int packetLifetime,
        int pkey,
        int sl,
        int flowLabel,
        int hopLimit,
        int trafficClass) {
    /** Messages of 2048 bytes, as groups of IP over InfiniBand usually have. */
    public static final int MTU_2048 = 4;

    /** 10 Gb/s, likewise. */
    public static final int RATE_10_GB = 3;

    private static final int LIFETIME = 18;

    /** One with everything else as it usually is; its LID is yet to be given. */
    public static Group of(Gid mgid, int qkey, int pkey) {
        return new Group(mgid, Lid.NONE, qkey, MTU_2048, RATE_10_GB, LIFETIME, pkey, 0, 0, 0, 0);
    }

    /** How far it reaches: the scope in the MGID; 2 link-local, 5 site-local, 14 global. */
    public int scope() {
        return (int) (mgid.prefix() >>> 48) & 0xf;
    }

    /** The same with another GID. */
    public Group withMgid(Gid other) {
        return with(other, mlid, rateCode, sl);
    }

    /** The same with another LID. */
    public Group withMlid(Lid other) {
        return with(mgid, other, rateCode, sl);
    }

    /** The same with another rate. */
    public Group withRate(int code) {
        return with(mgid, mlid, code, sl);
    }

    /** The same with another service level. */
    public Group withSl(int level) {
        return with(mgid, mlid, rateCode, level);
    }

    private Group with(Gid gid, Lid lid, int rate, int level) {
        return new Group(
                gid,
                lid,
                qkey,
                mtuCode,
                rate,
                packetLifetime,
                pkey,
                level,
                flowLabel,
                hopLimit,
                trafficClass);
    }
}
