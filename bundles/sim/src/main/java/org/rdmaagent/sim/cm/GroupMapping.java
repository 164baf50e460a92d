// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import org.rdmaagent.Gid;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.GroupKind;
import org.rdmaagent.multicast.PortSpace;

/** How the address of a group becomes an MGID, as the kernel's cma.c does it. */
final class GroupMapping {
    // RFC 4391, section 4: transient, link-local as the broadcast group is, and a signature.
    private static final long IPV4_SIGNATURE = 0xff12_401b_0000_0000L;
    private static final long IPV6_SIGNATURE = 0xff12_601b_0000_0000L;
    // Byte 3 of the MGID is the signature's second one; the connection manager has its own.
    private static final long SIGNATURE_BYTE = 0x0000_00ff_0000_0000L;
    private static final long CM_SIGNATURE = 0x0000_0001_0000_0000L;
    private static final long IPV4_BITS = 0x0fff_ffffL;
    // An IPv6 address of the form ff1x:a01b: is an MGID that a subnet manager made up.
    private static final long RAW_MASK = 0xfff0_ffff_0000_0000L;
    private static final long RAW = 0xff10_a01b_0000_0000L;

    private GroupMapping() {}

    /**
     * The MGID on InfiniBand; zero if it is to be assigned.
     *
     * @param pkey of the network interface, 16 bits
     */
    static Gid infiniBand(GroupAddress group, PortSpace space, int pkey) {
        Gid bits = group.bits();
        return switch (group.kind()) {
            case MGID, SA_ASSIGNED -> bits;
            case IPV4 ->
                    new Gid(
                            signed(IPV4_SIGNATURE, space) | (long) pkey << 16,
                            bits.interfaceId() & IPV4_BITS);
            case IPV6 ->
                    (bits.prefix() & RAW_MASK) == RAW
                            ? bits
                            : new Gid(
                                    signed(IPV6_SIGNATURE, space)
                                            | (long) pkey << 16
                                            | (bits.prefix() & 0xffff),
                                    bits.interfaceId());
        };
    }

    private static long signed(long signature, PortSpace space) {
        return space == PortSpace.UDP ? (signature & ~SIGNATURE_BYTE) | CM_SIGNATURE : signature;
    }

    /**
     * The address as it goes down to the kernel, by which joins are told apart: on Ethernet an MGID
     * is an IP address.
     */
    static GroupAddress asGivenDown(GroupAddress group, boolean ethernet) {
        if (!ethernet || group.kind() != GroupKind.MGID) {
            return group;
        }
        boolean mapped = group.isMulticast() && !group.bits().isMulticast();
        return new GroupAddress(mapped ? GroupKind.IPV4 : GroupKind.IPV6, group.bits());
    }
}
