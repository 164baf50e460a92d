// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpType;

/**
 * Why a multicast group was refused. The kernel decides; it has one number for several rules
 * (drivers/infiniband/core/verbs.c, ib_attach_mcast), so the rule that was broken is found here.
 */
final class MulticastRules {
    static final String ATTACH = "ibv_attach_mcast";
    static final String DETACH = "ibv_detach_mcast";

    /** What an attach cannot do, whether it succeeds or not. */
    static final String MEMBERSHIP =
            "an attach only tells the local adapter: the subnet administration must have created"
                    + " the group and the port must be a member of it, else nothing arrives";

    /** Bytes 9 to 12 of an IPv4 address in the form of an IPv6 one. */
    private static final long MAPPED_IPV4 = 0xffff;

    private static final long IPV4_MULTICAST = 0xe;

    private MulticastRules() {}

    static RdmaException attachRefused(RdmaException e, QpHandle pair, Gid mgid, Lid mlid) {
        String reason =
                switch (e.errno().name()) {
                    case "EINVAL" -> brokenRule(pair, mgid, mlid).orElse(e.remedy());
                    case "EOPNOTSUPP", "ENOSYS" ->
                            "the driver of " + pair.context().device() + " has no multicast";
                    case "ENOMEM" ->
                            "the adapter's table of groups, or of queue pairs in one group, is full"
                                    + " (maxMcastGrp, maxMcastQpAttach of the device): detach"
                                    + " others first";
                    default -> e.remedy();
                };
        return new RdmaException(e.call(), e.errno(), pair.name(), reason + "; " + MEMBERSHIP);
    }

    private static Optional<String> brokenRule(QpHandle pair, Gid mgid, Lid mlid) {
        QpType type = pair.init().type();
        if (type != QpType.UD) {
            return Optional.of(
                    "only a datagram queue pair (UD) takes part in multicast, and this is "
                            + type
                            + ": make one of type UD");
        }
        if (!isMulticast(mgid)) {
            return Optional.of(
                    mgid
                            + " is no multicast GID: it begins with ff, or on RoCE v2 with IPv4 it"
                            + " is ::ffff: and an address from 224.0.0.0 to 239.255.255.255");
        }
        if (!mlid.isMulticast()) {
            return Optional.of(
                    "the multicast LID lies in 49152..65534 (0xc000..0xfffe), host byte order, not "
                            + mlid
                            + ": use the MLID of the group's record at the subnet administration");
        }
        return Optional.empty();
    }

    /** The kernel's rdma_is_multicast_addr (include/rdma/ib_addr.h). */
    private static boolean isMulticast(Gid gid) {
        boolean mapped = gid.prefix() == 0 && gid.interfaceId() >>> 32 == MAPPED_IPV4;
        return gid.isMulticast() || (mapped && (gid.interfaceId() >>> 28 & 0xf) == IPV4_MULTICAST);
    }

    static RdmaException detachRefused(RdmaException e, QpHandle pair, Gid mgid, Lid mlid) {
        if (!e.errno().name().equals("EINVAL")) {
            return e;
        }
        return new RdmaException(
                e.call(),
                e.errno(),
                pair.name(),
                mgid
                        + " with LID "
                        + mlid
                        + " is not attached; attached are "
                        + words(pair.attachments())
                        + ". Detaching ends no membership: that is the subnet administration's"
                        + " part");
    }

    private static String words(List<MulticastAttachment> groups) {
        return groups.isEmpty()
                ? "none"
                : groups.stream()
                        .map(group -> group.mgid() + " with LID " + group.mlid())
                        .collect(Collectors.joining(", "));
    }
}
