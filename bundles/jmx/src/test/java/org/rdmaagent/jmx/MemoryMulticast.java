// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.multicast.MulticastMember;
import org.rdmaagent.multicast.MulticastService;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.QpNumber;

/** Memberships in memory, which note what is asked for; a subnet with what a test puts in. */
final class MemoryMulticast implements MulticastService {
    static final Instant SINCE = Instant.parse("2026-03-04T05:06:07.089Z");
    static final PortId PORT = new PortId("mlx4_0", 2);
    static final Gid MGID = new Gid(0xff12_401b_ffff_0000L, 1);
    static final MulticastGroup GROUP =
            new MulticastGroup(
                    MGID, new Lid(0xc001), 0x8001_0002, 2048, 3, 0xffff, 1, 2, 3, 4, 5, 18);

    final Map<String, Membership> memberships = new TreeMap<>();
    final List<JoinRequest> requests = new ArrayList<>();
    final List<MulticastMember> members = new ArrayList<>();
    Optional<RdmaException> refusal = Optional.empty();
    boolean lasting;
    int queries;

    /** What a member knows, each value another one. */
    static MembershipStatus joined(boolean lasting) {
        return new MembershipStatus(
                MembershipState.JOINED,
                "",
                Errno.NONE,
                SINCE,
                Optional.of(PORT),
                "192.0.2.7",
                Optional.of(
                        new JoinedGroup(
                                MGID,
                                new Lid(0xc001),
                                0x8001_0002,
                                QpNumber.MULTICAST,
                                AhAttributes.NONE)),
                Optional.of(new QpNumber(72)),
                "multicast/news:news",
                true,
                "asked for, and so it is",
                11,
                12,
                13,
                14,
                lasting);
    }

    /** Nothing is known yet but why. */
    static MembershipStatus without(MembershipState state, String reason, Errno errno) {
        return new MembershipStatus(
                state,
                reason,
                errno,
                SINCE,
                Optional.empty(),
                "",
                Optional.empty(),
                Optional.empty(),
                "",
                false,
                "",
                0,
                0,
                -1,
                -1,
                false);
    }

    static MulticastMember member(MulticastGroup group, int joinState) {
        return new MulticastMember(
                group,
                new Gid(0xfe80_0000_0000_0000L, 0x0002_c903_0000_000aL),
                (joinState & 1) != 0,
                (joinState & 2) != 0,
                (joinState & 4) != 0,
                (joinState & 8) != 0,
                true,
                "host7 HCA-1");
    }

    @Override
    public Membership join(JoinRequest request) {
        refuse();
        String name = request.name().orElse("join-" + requests.size());
        if (memberships.containsKey(name)) {
            throw new IllegalArgumentException("there is a membership " + name + " already");
        }
        requests.add(request);
        put(name, request, joined(lasting));
        return Objects.requireNonNull(memberships.get(name));
    }

    void put(String name, JoinRequest request, MembershipStatus status) {
        memberships.put(name, new InMemory(name, request, status));
    }

    void put(String name, MembershipStatus status) {
        put(name, JoinRequest.by("192.0.2.9", GroupAddress.parse("239.1.2.3")), status);
    }

    @Override
    public List<Membership> memberships() {
        queries++;
        return List.copyOf(memberships.values());
    }

    @Override
    public Optional<Membership> membership(String name) {
        return Optional.ofNullable(memberships.get(name));
    }

    @Override
    public List<MulticastGroup> groups(PortId port) {
        refuse();
        return members.stream().map(MulticastMember::group).distinct().toList();
    }

    @Override
    public List<MulticastMember> members(PortId port, Optional<Gid> group) {
        refuse();
        return members.stream()
                .filter(member -> group.map(member.group().mgid()::equals).orElse(true))
                .toList();
    }

    @Override
    public Optional<MulticastMember> membershipOf(PortId port, Gid mgid) {
        refuse();
        return port.equals(PORT)
                ? members(port, Optional.of(mgid)).stream().findFirst()
                : Optional.empty();
    }

    private void refuse() {
        refusal.ifPresent(
                refused -> {
                    throw refused;
                });
    }

    private final class InMemory implements Membership {
        private final String name;
        private final JoinRequest request;
        private final MembershipStatus status;

        InMemory(String name, JoinRequest request, MembershipStatus status) {
            this.name = name;
            this.request = request;
            this.status = status;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public JoinRequest request() {
            return request;
        }

        @Override
        public MembershipStatus status() {
            return status;
        }

        @Override
        public MembershipStatus await(long millis) {
            return status;
        }

        @Override
        public void leave() {
            refuse();
            memberships.remove(name);
        }

        @Override
        public void close() {
            memberships.remove(name);
        }
    }
}
