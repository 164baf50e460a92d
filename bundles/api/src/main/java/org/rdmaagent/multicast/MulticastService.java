// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.Gid;
import org.rdmaagent.PortId;

/**
 * Makes this host a member of multicast groups and keeps it one: a membership that is lost is asked
 * for again until it is left. Memberships outlive a replacement of the bundle behind this service.
 */
@ProviderType
public interface MulticastService {
    /**
     * Asks for a membership ({@code rdma_join_multicast_ex(3)}). Returns at once; what comes of it
     * the membership and {@link MembershipListener} tell. It lives until it is left or the agent
     * stops; lasting ones are made by a file {@code org.rdmaagent.multicast-NAME.cfg}.
     *
     * @throws IllegalArgumentException if the name is taken
     * @throws org.rdmaagent.RdmaException EINVAL the group's address is none of a group, or the
     *     local address is no IP literal
     */
    Membership join(JoinRequest request);

    /** Those that are there, by name; the ones that failed too, and for a minute those left. */
    List<Membership> memberships();

    /** One of them. */
    Optional<Membership> membership(String name);

    /**
     * The groups of a subnet, by MGID, asked of its administration now ({@code saquery -g}).
     *
     * @param port of this host, an InfiniBand one
     * @throws org.rdmaagent.RdmaException ENODEV, EPROTONOSUPPORT an Ethernet port, EACCES, ENODATA
     *     there is no subnet manager, ETIMEDOUT it does not answer, EPROTO it answers with an error
     */
    List<MulticastGroup> groups(PortId port);

    /**
     * The members of the groups of a subnet, by MGID and port, asked of its administration now
     * ({@code saquery -m}). OpenSM tells the ports only to who gives its SM_Key, which is set in
     * {@code etc/org.rdmaagent.multicast.sa.cfg}; else each group comes once, with a port of zeros.
     *
     * @param group only of that one; empty for all
     * @throws org.rdmaagent.RdmaException as {@link #groups}
     */
    List<MulticastMember> members(PortId port, Optional<Gid> group);

    /**
     * What the subnet administration says of a port's own membership of a group.
     *
     * @return empty if the port is no member: nothing that is sent to the group reaches it
     * @throws org.rdmaagent.RdmaException as {@link #groups}
     */
    Optional<MulticastMember> membershipOf(PortId port, Gid mgid);
}
