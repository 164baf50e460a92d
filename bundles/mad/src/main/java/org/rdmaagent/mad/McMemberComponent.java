// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.util.function.Function;

/**
 * The components of {@link McMemberRecord} that a question can fix, in the order of the bits of the
 * component mask (IBTA volume 1, section 15.2.5.17; {@code IB_SA_MCMEMBER_REC_*} of the kernel's
 * ib_sa.h).
 */
public enum McMemberComponent {
    /** The group. */
    MGID(0, McMemberRecord::mgid),
    /** The member. */
    PORT_GID(1, McMemberRecord::portGid),
    /** The Q_Key. */
    QKEY(2, McMemberRecord::qkey),
    /** The group's LID. */
    MLID(3, McMemberRecord::mlid),
    /** How the MTU is meant. */
    MTU_SELECTOR(4, McMemberRecord::mtuSelector),
    /** The MTU. */
    MTU(5, McMemberRecord::mtu),
    /** The traffic class. */
    TRAFFIC_CLASS(6, McMemberRecord::trafficClass),
    /** The P_Key. */
    PKEY(7, McMemberRecord::pkey),
    /** How the rate is meant. */
    RATE_SELECTOR(8, McMemberRecord::rateSelector),
    /** The rate. */
    RATE(9, McMemberRecord::rate),
    /** How the packet lifetime is meant. */
    LIFETIME_SELECTOR(10, McMemberRecord::lifetimeSelector),
    /** The packet lifetime. */
    LIFETIME(11, McMemberRecord::lifetime),
    /** The service level. */
    SL(12, McMemberRecord::sl),
    /** The flow label. */
    FLOW_LABEL(13, McMemberRecord::flowLabel),
    /** The hop limit. */
    HOP_LIMIT(14, McMemberRecord::hopLimit),
    /** The scope. */
    SCOPE(15, McMemberRecord::scope),
    /** What kind of a member it is: all four bits. */
    JOIN_STATE(16, McMemberRecord::joinState),
    /** Whether another port joined for it. */
    PROXY_JOIN(17, McMemberRecord::proxyJoin);

    private final int bit;

    @SuppressWarnings("ImmutableEnumChecker") // A reference to a method, which has no state.
    private final Function<McMemberRecord, Object> value;

    McMemberComponent(int bit, Function<McMemberRecord, Object> value) {
        this.bit = bit;
        this.value = value;
    }

    /** Its bit of the component mask. */
    public long mask() {
        return 1L << bit;
    }

    /** Whether a mask has its bit. */
    public boolean in(long componentMask) {
        return (componentMask & mask()) != 0;
    }

    /** Whether two records are equal in it. */
    public boolean equal(McMemberRecord one, McMemberRecord other) {
        return value.apply(one).equals(value.apply(other));
    }
}
