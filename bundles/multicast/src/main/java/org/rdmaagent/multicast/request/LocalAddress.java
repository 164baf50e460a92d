// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.request;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Addresses of this host, as literals: a name would be looked up, which can take minutes. */
public final class LocalAddress {
    /** What is wrong with a group's address that is none. */
    public static final String NO_GROUP =
            "it is no address of a group: IPv4 groups lie in 224.0.0.0 to 239.255.255.255, IPv6"
                    + " groups and MGIDs begin with ff";

    // The JDK looks up as a name what is no literal: only literals may reach it.
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F:.]*(%\\S+)?");

    private LocalAddress() {}

    /**
     * The address that a literal means.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static InetAddress of(String literal) {
        try {
            if (IPV4.matcher(literal).matches() || IPV6.matcher(literal).matches()) {
                return InetAddress.getByName(literal);
            }
        } catch (UnknownHostException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "localAddress is an IPv4 or IPv6 address of this host, not " + Echo.of(literal));
    }

    /** The literal itself, if it is one. */
    static String check(String literal) {
        InetAddress unused = of(literal);
        return literal;
    }
}
