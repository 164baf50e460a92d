// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.sa;

import java.util.Comparator;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.multicast.MulticastMember;
import org.rdmaagent.verbs.Mtu;

/** Records as what consumers see. */
final class MemberRecords {
    /** As numbers without a sign, so as they read. */
    static final Comparator<Gid> BY_GID =
            (one, other) -> {
                int high = Long.compareUnsigned(one.prefix(), other.prefix());
                return high != 0
                        ? high
                        : Long.compareUnsigned(one.interfaceId(), other.interfaceId());
            };

    private static final int FULL = 1;
    private static final int NON = 2;
    private static final int SEND_ONLY_NON = 4;
    private static final int SEND_ONLY_FULL = 8;

    private MemberRecords() {}

    static MulticastGroup group(McMemberRecord record) {
        return new MulticastGroup(
                record.mgid(),
                new Lid(record.mlid()),
                record.qkey(),
                Mtu.ofCode(record.mtu()).map(Mtu::bytes).orElse(0),
                record.rate(),
                record.pkey(),
                record.sl(),
                record.scope(),
                record.trafficClass(),
                record.flowLabel(),
                record.hopLimit(),
                record.lifetime());
    }

    static MulticastMember member(McMemberRecord record, Gid portGid, int state, String name) {
        return new MulticastMember(
                group(record),
                portGid,
                (state & FULL) != 0,
                (state & NON) != 0,
                (state & SEND_ONLY_NON) != 0,
                (state & SEND_ONLY_FULL) != 0,
                record.proxyJoin(),
                name);
    }
}
