// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Gid;
import org.rdmaagent.jna.layout.CField;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.SockaddrIb;
import org.rdmaagent.jna.layout.SockaddrIn;
import org.rdmaagent.jna.layout.SockaddrIn6;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.GroupKind;

/**
 * {@code struct sockaddr} of one of the three families. What no member covers is zero, port and
 * padding too: rdma_leave_multicast(3) finds a group by comparing all bytes.
 */
final class Sockaddr {
    /** AF_INET of socket.h. */
    static final int AF_INET = 2;

    /** AF_INET6 of socket.h. */
    static final int AF_INET6 = 10;

    /** AF_IB of infiniband/ib.h. */
    static final int AF_IB = 27;

    private static final long MAPPED_IPV4 = 0xffff;

    private final byte[] bytes;

    private Sockaddr(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A host's address. */
    static Sockaddr of(InetAddress address) {
        byte[] bits = address.getAddress();
        if (address instanceof Inet6Address six) {
            return inet6(bits, six.getScopeId());
        }
        return struct(SockaddrIn.SIZE, SockaddrIn.FAMILY, AF_INET, SockaddrIn.ADDR, bits, 0);
    }

    /**
     * A group's.
     *
     * @param infiniBand whether the port is an InfiniBand one: only there the kernel takes an MGID
     *     as it is
     */
    static Sockaddr ofGroup(GroupAddress group, boolean infiniBand) {
        byte[] bits = group.bits().toBytes();
        boolean raw = group.kind() == GroupKind.MGID;
        if (raw && infiniBand) {
            return struct(SockaddrIb.SIZE, SockaddrIb.FAMILY, AF_IB, SockaddrIb.ADDR, bits, 0);
        }
        if (group.kind() == GroupKind.IPV6 || (raw && !isMappedIpv4(group.bits()))) {
            return inet6(bits, 0);
        }
        // An IPv4 address, or none at all where the subnet administration chooses the group.
        byte[] four = Arrays.copyOfRange(bits, bits.length - Integer.BYTES, bits.length);
        return struct(SockaddrIn.SIZE, SockaddrIn.FAMILY, AF_INET, SockaddrIn.ADDR, four, 0);
    }

    private static boolean isMappedIpv4(Gid bits) {
        return bits.prefix() == 0 && bits.interfaceId() >>> 32 == MAPPED_IPV4;
    }

    private static Sockaddr inet6(byte[] bits, int scope) {
        return struct(
                SockaddrIn6.SIZE, SockaddrIn6.FAMILY, AF_INET6, SockaddrIn6.ADDR, bits, scope);
    }

    private static Sockaddr struct(
            int size, CField family, int number, CField address, byte[] bits, int scope) {
        try (CStruct struct = CStruct.allocate(size)) {
            struct.put(family, number).put(address, bits);
            if (scope != 0) {
                struct.put(SockaddrIn6.SCOPE_ID, scope);
            }
            return new Sockaddr(struct.pointer().getByteArray(0, size));
        }
    }

    /** A copy in memory, to be closed by the caller. */
    CStruct memory() {
        CStruct memory = CStruct.allocate(bytes.length);
        memory.pointer().write(0, bytes, 0, bytes.length);
        return memory;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Sockaddr that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The bytes in hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }

    /**
     * The host's address in a struct that has room for any.
     *
     * @return empty if it has none, or one that is not of IP
     */
    static Optional<InetAddress> read(CStruct struct) {
        try {
            return switch (struct.integer(SockaddrIn.FAMILY)) {
                case AF_INET ->
                        Optional.of(InetAddress.getByAddress(struct.bytes(SockaddrIn.ADDR)));
                case AF_INET6 -> Optional.of(inet6(struct));
                default -> Optional.empty();
            };
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // thrown for a wrong length only
        }
    }

    private static InetAddress inet6(CStruct struct) throws UnknownHostException {
        byte[] bits = struct.bytes(SockaddrIn6.ADDR);
        int scope = struct.integer(SockaddrIn6.SCOPE_ID);
        return scope == 0
                ? InetAddress.getByAddress(bits)
                : Inet6Address.getByAddress(null, bits, scope);
    }
}
