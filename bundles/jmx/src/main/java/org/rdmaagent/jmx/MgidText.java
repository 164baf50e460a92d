// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Gid;
import org.rdmaagent.multicast.GroupAddress;

/** Of which group a client asks for the members. */
final class MgidText {
    static final String ABOUT =
            "MGID of a group, as groups shows it, for its members only: an IPv6 address such as"
                    + " ff12:401b:ffff::1, with or without mgid: before it; empty for all";

    private MgidText() {}

    /**
     * The MGID; empty for all groups.
     *
     * @throws IllegalArgumentException if it is none; also for an IPv4 group, whose MGID is made of
     *     partition and port space, too (ip_ib_mc_map and cma_set_mgid of the kernel)
     */
    static Optional<Gid> parse(@Nullable String text) {
        String given = JoinText.text(text);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        GroupAddress group = group(given);
        return switch (group.kind()) {
            case MGID, IPV6 -> Optional.of(group.bits());
            case IPV4 ->
                    throw new IllegalArgumentException(
                            "the MGID of "
                                    + group
                                    + " depends on the partition and the port space: take it from"
                                    + " groups");
            case SA_ASSIGNED ->
                    throw new IllegalArgumentException(
                            "sa-assigned names no group: take the MGID from groups");
        };
    }

    private static GroupAddress group(String given) {
        try {
            return GroupAddress.parse(given);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "not an MGID: '"
                            + Echo.of(given)
                            + "'; write it as an IPv6 address, such as ff12:401b:ffff::1, with or"
                            + " without mgid: before it",
                    e);
        }
    }
}
