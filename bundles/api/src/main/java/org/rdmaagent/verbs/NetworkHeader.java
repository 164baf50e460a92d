// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmaagent.Gid;

/**
 * The header before a received datagram: the first 40 bytes of its buffer hold a global routing
 * header (laid out as IPv6), or 20 bytes of no meaning and an IPv4 header on RoCE v2.
 *
 * @param version 4 or 6
 * @param sgid who sent it; an IPv4 address as ::ffff:a.b.c.d
 * @param dgid to whom: a port of this host or a multicast group
 * @param trafficClass 8 bits; IPv4's type of service
 * @param flowLabel 20 bits; 0 with IPv4
 * @param hopLimit 0 to 255; IPv4's time to live
 */
public record NetworkHeader(
        int version, Gid sgid, Gid dgid, int trafficClass, int flowLabel, int hopLimit) {
    /** The size of the area that it lies in. */
    public static final int BYTES = 40;

    private static final int IPV4_START = 20;
    private static final int IPV4_BYTES = 20;
    private static final int IPV4_CHECKSUM = IPV4_START + 10;
    private static final long MAPPED_IPV4 = 0x0000_ffff_0000_0000L;

    /**
     * Which header the area holds ({@code ib_get_rdma_header_version},
     * drivers/infiniband/core/verbs.c). Since the bytes before an IPv4 header mean nothing, they
     * may look like IPv6; then a right checksum of IPv4 decides.
     *
     * @param area 40 bytes from its position on; nothing of it is changed
     * @return 4, 6, or empty if it is neither, where the kernel answers 0
     * @throws IllegalArgumentException if there are fewer than 40 bytes
     */
    public static OptionalInt version(ByteBuffer area) {
        ByteBuffer bytes = view(area);
        int first = bytes.get(0) & 0xff;
        int firstOfIpv4 = bytes.get(IPV4_START) & 0xff;
        if (first >>> 4 != 6) {
            return firstOfIpv4 >>> 4 == 4 ? OptionalInt.of(4) : OptionalInt.empty();
        }
        // RoCE v2 has no options: a header is five words long.
        boolean ipv4 = (firstOfIpv4 & 0xf) == 5 && checksumHolds(bytes);
        return OptionalInt.of(ipv4 ? 4 : 6);
    }

    /**
     * Reads the header ({@code ib_get_gids_from_rdma_hdr}, drivers/infiniband/core/verbs.c).
     *
     * @param area 40 bytes from its position on; nothing of it is changed
     * @return empty if it holds no header
     * @throws IllegalArgumentException if there are fewer than 40 bytes
     */
    public static Optional<NetworkHeader> parse(ByteBuffer area) {
        ByteBuffer bytes = view(area);
        OptionalInt version = version(bytes);
        if (version.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(version.getAsInt() == 4 ? ipv4(bytes) : ipv6(bytes));
    }

    private static NetworkHeader ipv6(ByteBuffer bytes) {
        int word = bytes.getInt(0);
        return new NetworkHeader(
                6,
                new Gid(bytes.getLong(8), bytes.getLong(16)),
                new Gid(bytes.getLong(24), bytes.getLong(32)),
                (word >>> 20) & 0xff,
                word & FlowLabel.LARGEST,
                bytes.get(7) & 0xff);
    }

    private static NetworkHeader ipv4(ByteBuffer bytes) {
        return new NetworkHeader(
                4,
                mapped(bytes.getInt(IPV4_START + 12)),
                mapped(bytes.getInt(IPV4_START + 16)),
                bytes.get(IPV4_START + 1) & 0xff,
                0,
                bytes.get(IPV4_START + 8) & 0xff);
    }

    private static Gid mapped(int address) {
        return new Gid(0, MAPPED_IPV4 | (address & 0xffff_ffffL));
    }

    /** Whether the stored checksum is the one of the other words (RFC 791). */
    private static boolean checksumHolds(ByteBuffer bytes) {
        int sum = 0;
        for (int at = IPV4_START; at < IPV4_START + IPV4_BYTES; at += 2) {
            sum += at == IPV4_CHECKSUM ? 0 : bytes.getShort(at) & 0xffff;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (bytes.getShort(IPV4_CHECKSUM) & 0xffff) == (~sum & 0xffff);
    }

    private static ByteBuffer view(ByteBuffer area) {
        if (area.remaining() < BYTES) {
            throw new IllegalArgumentException(
                    "the area of a network header has "
                            + BYTES
                            + " bytes, not "
                            + area.remaining());
        }
        return area.slice().order(ByteOrder.BIG_ENDIAN);
    }
}
