// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.GroupKind;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.sim.multicast.Group;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.QpNumber;

/**
 * Joins from the question to the end, as the kernel's cma.c and multicast.c treat them. The lock is
 * held.
 */
final class MulticastJoins {
    private static final String JOIN = "rdma_join_multicast_ex";
    private static final int UDP_QKEY = 0x0123_4567;
    private static final int ROCE_HOP_LIMIT = 64;

    private final HostAddresses addresses;
    private final SubnetMembers members;
    private final CmFaults faults;
    private final Agenda agenda;
    private final LongSupplier now;
    private final Set<SimulatedJoin> joins = new LinkedHashSet<>();

    MulticastJoins(
            HostAddresses addresses,
            SubnetMembers members,
            CmFaults faults,
            Agenda agenda,
            LongSupplier now) {
        this.addresses = addresses;
        this.members = members;
        this.faults = faults;
        this.agenda = agenda;
        this.now = now;
    }

    /** An id asks for a group; the answer follows. */
    SimulatedJoin begin(SimulatedCmId id, CmBinding binding, GroupAddress group, MemberKind kind) {
        Port port = addresses.port(binding.port());
        boolean ethernet = HostAddresses.isEthernet(port);
        GroupAddress givenDown = GroupMapping.asGivenDown(group, ethernet);
        SimulatedJoin join =
                new SimulatedJoin(id, binding, group, givenDown, kind, SubnetMembers.gid(port));
        if (ethernet) {
            checkEthernet(join);
        } else {
            checkInfiniBand(join);
        }
        joins.add(join);
        agenda.add(join, now.getAsLong() + faults.joinDelayNanos(), () -> answer(join, ethernet));
        return join;
    }

    private static void checkEthernet(SimulatedJoin join) {
        if (join.givenDown().kind() == GroupKind.SA_ASSIGNED) {
            throw CmRefusal.of(
                    JOIN,
                    CmRefusal.EINVAL,
                    join.id().name(),
                    "Ethernet has no subnet administration to assign a group: name one");
        }
        if (join.givenDown().kind() == GroupKind.IPV6) {
            throw CmRefusal.of(
                    JOIN,
                    CmRefusal.ENOTSUPP,
                    join.id().name(),
                    "the kernel joins only IPv4 groups on RoCE v2: use one of 224.0.0.0/4");
        }
    }

    private void checkInfiniBand(SimulatedJoin join) {
        PortId port = join.binding().port();
        if (!members.hasBroadcast(port)) {
            throw CmRefusal.of(
                    JOIN,
                    CmRefusal.EADDRNOTAVAIL,
                    join.id().name(),
                    "the interface of IP over InfiniBand of "
                            + port
                            + " is not in its broadcast group: bring it up, and look whether the"
                            + " subnet manager runs");
        }
        members.announce(port);
        if (join.isSendOnly() && !faults.sendOnlySupported()) {
            throw CmRefusal.of(
                    JOIN,
                    CmRefusal.EOPNOTSUPP,
                    join.id().name(),
                    "this subnet manager has no members that only send: join as a full member");
        }
    }

    private void answer(SimulatedJoin join, boolean ethernet) {
        int failure = faults.takeJoinFailure();
        if (failure == 0 && !ethernet && !members.isActive(join.binding().port())) {
            failure = CmRefusal.ETIMEDOUT;
        }
        Optional<Group> group = Optional.empty();
        if (failure == 0) {
            Group wanted = wanted(join, ethernet);
            group = ethernet ? Optional.of(wanted) : members.join(join, wanted);
        }
        if (group.isEmpty()) {
            join.id().tell(Told.failed(join, failure == 0 ? CmRefusal.EINVAL : failure));
            return;
        }
        join.member(group.get());
        join.id().tell(Told.joined(join, answer(join, group.get(), ethernet)));
    }

    private static Group wanted(SimulatedJoin join, boolean ethernet) {
        if (ethernet) {
            return Group.of(join.givenDown().bits(), UDP_QKEY, BindRules.PKEY);
        }
        PortSpace space = join.id().portSpace();
        int pkey = join.binding().pkey();
        return Group.of(
                GroupMapping.infiniBand(join.givenDown(), space, pkey),
                space == PortSpace.UDP ? UDP_QKEY : SubnetMembers.IPOIB_QKEY,
                pkey);
    }

    private JoinedGroup answer(SimulatedJoin join, Group group, boolean ethernet) {
        int port = join.binding().port().port();
        GlobalRoute route =
                new GlobalRoute(
                        group.mgid(),
                        group.flowLabel(),
                        ethernet ? gidRow(join.binding()) : 0,
                        ethernet ? ROCE_HOP_LIMIT : group.hopLimit(),
                        group.trafficClass());
        Lid mlid = ethernet ? Lid.NONE : group.mlid();
        AhAttributes way =
                new AhAttributes(
                        Optional.of(route),
                        mlid,
                        group.sl(),
                        0,
                        ethernet ? 0 : group.rateCode(),
                        port);
        return new JoinedGroup(group.mgid(), mlid, group.qkey(), QpNumber.MULTICAST, way);
    }

    private int gidRow(CmBinding binding) {
        Gid local = GroupAddress.of(binding.local()).bits();
        return addresses.port(binding.port()).gids().stream()
                .filter(row -> row.gid().equals(local))
                .mapToInt(GidEntry::index)
                .findFirst()
                .orElse(0);
    }

    /** A join ends, answered or not. */
    void end(SimulatedJoin join) {
        agenda.cancel(join);
        joins.remove(join);
        Group group = join.member();
        if (group != null && !HostAddresses.isEthernet(addresses.port(join.binding().port()))) {
            members.leave(join, group);
        }
        join.member(null);
    }

    /** The subnet manager forgot an InfiniBand port; what was joined there is told to be lost. */
    void lose(PortId port) {
        if (!HostAddresses.isEthernet(addresses.port(port))) {
            forget(port, true);
            members.announce(port);
        }
    }

    /** A device goes away; its joins end without a word of their own. */
    void remove(PortId port) {
        joinsOf(port).forEach(agenda::cancel);
        forget(port, false);
    }

    private void forget(PortId port, boolean told) {
        Set<Gid> gids = new HashSet<>(Set.of(SubnetMembers.gid(addresses.port(port))));
        for (SimulatedJoin join : joinsOf(port)) {
            gids.add(join.portGid());
            if (join.member() != null) {
                join.member(null);
                if (told) {
                    join.id().tell(Told.failed(join, CmRefusal.ENETRESET));
                }
            }
        }
        members.forget(gids);
    }

    private List<SimulatedJoin> joinsOf(PortId port) {
        return joins.stream().filter(join -> join.binding().port().equals(port)).toList();
    }
}
