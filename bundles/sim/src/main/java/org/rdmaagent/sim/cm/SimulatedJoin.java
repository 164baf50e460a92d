// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Gid;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.sim.multicast.Group;
import org.rdmaagent.sim.multicast.Member;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.spi.cm.CmJoin;

/** A group that an id asked for and has not left. The lock is held. */
final class SimulatedJoin {
    private final SimulatedCmId id;
    private final CmBinding binding;
    private final GroupAddress group;
    private final GroupAddress givenDown;
    private final MemberKind kind;
    private final Gid portGid;
    private Optional<JoinedGroup> answer = Optional.empty();
    private @Nullable Group member;

    /**
     * Asked for, not yet answered.
     *
     * @param givenDown the address as the kernel got it
     * @param portGid the first row of the port's GID table by then
     */
    SimulatedJoin(
            SimulatedCmId id,
            CmBinding binding,
            GroupAddress group,
            GroupAddress givenDown,
            MemberKind kind,
            Gid portGid) {
        this.id = id;
        this.binding = binding;
        this.group = group;
        this.givenDown = givenDown;
        this.kind = kind;
        this.portGid = portGid;
    }

    SimulatedCmId id() {
        return id;
    }

    CmBinding binding() {
        return binding;
    }

    GroupAddress group() {
        return group;
    }

    GroupAddress givenDown() {
        return givenDown;
    }

    Gid portGid() {
        return portGid;
    }

    boolean isSendOnly() {
        return kind == MemberKind.SEND_ONLY;
    }

    /** The bit of JoinState. */
    int joinState() {
        return isSendOnly() ? Member.SEND_ONLY_FULL : Member.FULL;
    }

    /** What the subnet manager has the port in for this; null if it has not, or no longer. */
    @Nullable Group member() {
        return member;
    }

    void member(@Nullable Group joined) {
        member = joined;
    }

    void answer(Optional<JoinedGroup> told) {
        answer = told;
    }

    CmJoin show() {
        return new CmJoin(group, kind, answer);
    }
}
