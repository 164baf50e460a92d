// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.rdmaagent.Gid;

/**
 * The multicast group that a join asks for ({@code rdma_join_multicast(3)}). The value may be any
 * address; that it is one of a group is checked by the join.
 *
 * @param kind what it is given as
 * @param bits the MGID, the IPv6 address, or the IPv4 address as {@code ::ffff:a.b.c.d}; zero for
 *     {@link GroupKind#SA_ASSIGNED}
 */
public record GroupAddress(GroupKind kind, Gid bits) {
    /** A group that the subnet administration makes. */
    public static final GroupAddress SA_ASSIGNED =
            new GroupAddress(GroupKind.SA_ASSIGNED, new Gid(0, 0));

    private static final String MGID_PREFIX = "mgid:";
    private static final String ASSIGNED = "sa-assigned";
    private static final String CUT = "...";
    private static final int SHOWN = 80;
    private static final long IPV4_MAPPED = 0xffff_0000_0000L;
    // The JDK looks up as a name what is no literal: only literals may reach it.
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F:.]*");

    /** Checks that the bits are of the kind. */
    public GroupAddress {
        boolean mapped = bits.prefix() == 0 && (bits.interfaceId() & ~0xffff_ffffL) == IPV4_MAPPED;
        if ((kind == GroupKind.IPV4 && !mapped)
                || (kind == GroupKind.SA_ASSIGNED && !bits.isZero())) {
            throw new IllegalArgumentException(kind + " does not go with " + bits);
        }
    }

    /**
     * Reads {@code 239.1.2.3}, {@code ff0e::1:2}, {@code mgid:ff12:401b::1} (an MGID in the
     * notation of IPv6), or {@code sa-assigned}. No name is looked up.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static GroupAddress parse(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        if (lower.equals(ASSIGNED)) {
            return SA_ASSIGNED;
        }
        if (lower.startsWith(MGID_PREFIX)) {
            return ofMgid(ipv6(lower.substring(MGID_PREFIX.length()), text));
        }
        if (IPV4.matcher(lower).matches()) {
            return ofIpv4(literal(lower, text).getAddress());
        }
        return new GroupAddress(GroupKind.IPV6, ipv6(lower, text));
    }

    /** By an IP address. */
    public static GroupAddress of(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4
                ? ofIpv4(bytes)
                : new GroupAddress(GroupKind.IPV6, Gid.ofBytes(bytes));
    }

    /** By the MGID itself. */
    public static GroupAddress ofMgid(Gid mgid) {
        return new GroupAddress(GroupKind.MGID, mgid);
    }

    private static GroupAddress ofIpv4(byte[] bytes) {
        long low = 0;
        for (byte each : bytes) {
            low = (low << 8) | (each & 0xff);
        }
        return new GroupAddress(GroupKind.IPV4, new Gid(0, IPV4_MAPPED | low));
    }

    private static Gid ipv6(String lower, String text) {
        if (!IPV6.matcher(lower).matches()) {
            throw unreadable(text);
        }
        byte[] bytes = literal(lower, text).getAddress();
        // An IPv4-mapped literal comes back as the IPv4 address.
        return bytes.length == 16 ? Gid.ofBytes(bytes) : ofIpv4(bytes).bits();
    }

    private static InetAddress literal(String lower, String text) {
        try {
            return InetAddress.getByName(lower);
        } catch (UnknownHostException e) {
            throw unreadable(text);
        }
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException(
                "a group is an IPv4 or IPv6 address, mgid:ADDRESS or sa-assigned, not "
                        + shown(text));
    }

    /** What somebody gave, for a message: not so long that it hides what the message says. */
    static String shown(String text) {
        if (text.isBlank()) {
            return "an empty text";
        }
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN - CUT.length()) + CUT;
    }

    /**
     * Whether it is the address of a group: 224.0.0.0/4, ff00::/8, or to be assigned. An MGID may
     * also be an IPv4 group in the form {@code ::ffff:a.b.c.d}, as on RoCE v2.
     */
    public boolean isMulticast() {
        boolean ipv4 =
                bits.prefix() == 0 && (bits.interfaceId() >>> 28) == ((IPV4_MAPPED >>> 28) | 0xe);
        return switch (kind) {
            case IPV4 -> ipv4;
            case IPV6 -> bits.isMulticast();
            case MGID -> bits.isMulticast() || ipv4;
            case SA_ASSIGNED -> true;
        };
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        long low = bits.interfaceId();
        return switch (kind) {
            case IPV4 ->
                    ((low >>> 24) & 0xff)
                            + "."
                            + ((low >>> 16) & 0xff)
                            + "."
                            + ((low >>> 8) & 0xff)
                            + "."
                            + (low & 0xff);
            case IPV6 -> bits.toString();
            case MGID -> MGID_PREFIX + bits;
            case SA_ASSIGNED -> ASSIGNED;
        };
    }
}
