// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.sim.multicast.Member;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** A lease of the connection manager in a world whose time passes only by waiting. */
final class CmBench {
    static final PortId MLX4_1 = new PortId("mlx4_0", 1);
    static final PortId MLX4_2 = new PortId("mlx4_0", 2);
    static final PortId RXE = new PortId("rxe0", 1);
    static final GroupAddress GROUP = GroupAddress.parse("239.1.2.3");
    static final long PATIENCE_NANOS = 1_000_000_000L;

    final SimulatedWorld world;
    final CmLease lease;
    private int names;

    CmBench() {
        this(1);
    }

    CmBench(long seed) {
        world =
                SimulatedWorld.defaultWorld(
                        SimulationSettings.defaults().virtualClock(true).seed(seed));
        lease = world.cmLibrary().lease("test");
    }

    static InetAddress ip(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    CmId id(PortId port) {
        return id(port, PortSpace.UDP);
    }

    /** One that is bound to the port's first address. */
    CmId id(PortId port, PortSpace space) {
        CmId id = lease.createId("id-" + ++names, space);
        id.bind(world.cmLibrary().addresses(port).get(0));
        return id;
    }

    JoinedGroup join(CmId id, GroupAddress group) {
        id.join(group, MemberKind.FULL_MEMBER);
        return next(CmEventType.MULTICAST_JOIN, id).joined().orElseThrow();
    }

    CmNotice next(CmEventType type, CmId id) {
        CmNotice notice = lease.awaitEvent(PATIENCE_NANOS).orElseThrow();
        assertEquals(type, notice.type());
        assertEquals(type.code(), notice.code());
        assertEquals(id, notice.id());
        return notice;
    }

    void nothingMore() {
        assertEquals(Optional.empty(), lease.awaitEvent(PATIENCE_NANOS));
    }

    /** What the subnet manager has of a group. */
    List<Member> members(JoinedGroup group) {
        return world.groups().members(group.mgid());
    }
}
