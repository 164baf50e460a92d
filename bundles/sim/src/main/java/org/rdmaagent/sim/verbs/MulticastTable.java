// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** Which queue pairs of a device are attached to which groups. The world's lock is held. */
final class MulticastTable {
    private static final String CALL = "ibv_attach_mcast";
    private static final long MAPPED_IPV4 = 0x0000_ffffL;
    private static final int IPV4_CLASS_D = 0xe;

    private record Member(QpCore qp, Lid mlid) {}

    private final DeviceAttributes limits;
    private final Map<Gid, List<Member>> groups = new LinkedHashMap<>();

    MulticastTable(DeviceAttributes limits) {
        this.limits = limits;
    }

    /** Attaches, if the kernel's ib_attach_mcast would. */
    void attach(QpCore qp, String name, MulticastAttachment group) {
        if (qp.type() != QpType.UD) {
            throw Refusal.invalid(CALL, name, "only UD takes part in multicast, not " + qp.type());
        }
        if (!isMulticast(group.mgid())) {
            throw Refusal.invalid(
                    CALL, name, group.mgid() + " is no multicast GID: those begin with ff");
        }
        if (lidCounts(qp) && !group.mlid().isMulticast()) {
            throw Refusal.invalid(
                    CALL, name, "a multicast LID lies in 0xc000..0xfffe, not " + group.mlid());
        }
        List<Member> members = groups.getOrDefault(group.mgid(), List.of());
        if (members.isEmpty() && groups.size() >= limits.maxMcastGrp()) {
            throw Refusal.tooMany(CALL, name, "multicast groups", limits.maxMcastGrp());
        }
        if (members.size() >= limits.maxMcastQpAttach()) {
            throw Refusal.tooMany(CALL, name, "queue pairs in a group", limits.maxMcastQpAttach());
        }
        groups.computeIfAbsent(group.mgid(), any -> new ArrayList<>())
                .add(new Member(qp, group.mlid()));
    }

    /** As rdma_is_multicast_addr has it. */
    private static boolean isMulticast(Gid gid) {
        boolean ipv4 = gid.prefix() == 0 && gid.interfaceId() >>> 32 == MAPPED_IPV4;
        return gid.isMulticast() || (ipv4 && ((int) gid.interfaceId()) >>> 28 == IPV4_CLASS_D);
    }

    /**
     * As is_valid_mcast_lid has it: with a port, that port tells; else one Ethernet port is enough.
     */
    private static boolean lidCounts(QpCore qp) {
        return qp.state() == QpState.RESET
                ? !qp.hca().hasEthernet()
                : !qp.hca().isEthernet(qp.fields().port());
    }

    void detach(QpCore qp, MulticastAttachment group) {
        List<Member> members = groups.getOrDefault(group.mgid(), List.of());
        if (members.remove(new Member(qp, group.mlid())) && members.isEmpty()) {
            groups.remove(group.mgid());
        }
    }

    /** A queue pair is gone. */
    void forget(QpCore qp) {
        groups.values().forEach(members -> members.removeIf(member -> member.qp == qp));
        groups.values().removeIf(List::isEmpty);
    }

    /** Who hears a group, each once; on InfiniBand the LID has to be right too. */
    List<QpCore> members(Gid mgid, Lid mlid, boolean ethernet) {
        return groups.getOrDefault(mgid, List.of()).stream()
                .filter(member -> ethernet || member.mlid.equals(mlid))
                .map(Member::qp)
                .distinct()
                .toList();
    }
}
