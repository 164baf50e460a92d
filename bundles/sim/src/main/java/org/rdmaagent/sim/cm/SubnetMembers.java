// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.Gid;
import org.rdmaagent.PortId;
import org.rdmaagent.PortState;
import org.rdmaagent.sim.multicast.Group;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.sim.multicast.Member;
import org.rdmaagent.verbs.Port;

/**
 * The memberships of this host's ports at the subnet manager: a port is a member as long as one of
 * its joins wants it to be, and its interface of IP over InfiniBand is in the broadcast group. The
 * lock is held.
 */
final class SubnetMembers {
    /** Of groups of IP over InfiniBand. */
    static final int IPOIB_QKEY = 0x0b1b;

    private record Use(Gid mgid, Gid portGid, int joinState) {}

    private final HostAddresses addresses;
    private final GroupTable table;
    private final Map<Use, Integer> uses = new HashMap<>();
    private final Set<PortId> withoutBroadcast = new HashSet<>();

    SubnetMembers(HostAddresses addresses, GroupTable table) {
        this.addresses = addresses;
        this.table = table;
        addresses.infiniBandPorts().forEach(this::announce);
    }

    static Gid gid(Port port) {
        return port.gids().isEmpty() ? new Gid(0, 0) : port.gids().get(0).gid();
    }

    /**
     * A port becomes a member by a join.
     *
     * @return empty if the group is there and has another Q_Key or P_Key
     */
    Optional<Group> join(SimulatedJoin join, Group wanted) {
        Optional<Group> there = table.group(wanted.mgid());
        if (there.isPresent()
                && (there.get().qkey() != wanted.qkey() || there.get().pkey() != wanted.pkey())) {
            return Optional.empty();
        }
        Group group = table.join(wanted, join.portGid(), join.joinState());
        uses.merge(use(group, join), 1, Integer::sum);
        return Optional.of(group);
    }

    private static Use use(Group group, SimulatedJoin join) {
        return new Use(group.mgid(), join.portGid(), join.joinState());
    }

    /** A join ends; the port stays a member if another one wants it. */
    void leave(SimulatedJoin join, Group group) {
        Use use = use(group, join);
        int left = uses.merge(use, -1, Integer::sum);
        if (left > 0) {
            return;
        }
        uses.remove(use);
        boolean byInterface =
                group.mgid().equals(GroupTable.BROADCAST) && hasBroadcast(join.binding().port());
        if (!byInterface || join.isSendOnly()) {
            boolean unused = table.leave(group.mgid(), join.portGid(), join.joinState());
        }
    }

    /** The subnet manager forgets these ports. */
    void forget(Set<Gid> portGids) {
        uses.keySet().removeIf(use -> portGids.contains(use.portGid));
        table.forget(portGids);
    }

    /** Whether the interface of a port is, or could be, in the broadcast group. */
    void wantBroadcast(PortId port, boolean wanted) {
        if (wanted) {
            withoutBroadcast.remove(port);
        } else {
            withoutBroadcast.add(port);
        }
        announce(port);
    }

    /** Whether the interface of a port is in the broadcast group, as it is whenever it can be. */
    boolean hasBroadcast(PortId port) {
        return !withoutBroadcast.contains(port)
                && addresses.device(port.device()) != null
                && isActive(port);
    }

    boolean isActive(PortId port) {
        return addresses.port(port).attributes().state() == PortState.ACTIVE;
    }

    /** Lets the subnet manager know of the interface of a port. */
    void announce(PortId port) {
        Gid gid = gid(addresses.port(port));
        if (hasBroadcast(port)) {
            Group unused =
                    table.join(
                            Group.of(GroupTable.BROADCAST, IPOIB_QKEY, BindRules.PKEY),
                            gid,
                            Member.FULL);
        } else {
            boolean unused = table.leave(GroupTable.BROADCAST, gid, Member.FULL);
        }
    }
}
