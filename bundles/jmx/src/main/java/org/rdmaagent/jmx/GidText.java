// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Gid;

/** A GID as people write it: an IPv6 address. */
final class GidText {
    static final String ABOUT =
            "GID of the group as an IPv6 address, such as ff12:401b:ffff::1; with RoCE v2 over IPv4"
                    + " ::ffff:239.1.2.3";

    /** With a colon it is never looked up as a host's name. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");

    private static final int IPV4_BYTES = 4;
    private static final long MAPPED_IPV4 = 0xffffL << 32;

    private GidText() {}

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Gid parse(@Nullable String text) {
        String stripped = text == null ? "" : text.strip();
        if (ADDRESS.matcher(stripped).matches()) {
            try {
                byte[] bytes = InetAddress.getByName(stripped).getAddress();
                // The JDK makes an IPv4 address of a mapped one.
                return bytes.length == IPV4_BYTES
                        ? new Gid(0, MAPPED_IPV4 | (ByteBuffer.wrap(bytes).getInt() & 0xffff_ffffL))
                        : Gid.ofBytes(bytes);
            } catch (UnknownHostException e) {
                // Said below.
            }
        }
        throw new IllegalArgumentException(
                "not a GID: '"
                        + Echo.of(stripped)
                        + "'; write it as an IPv6 address, such as ff12:401b::1");
    }
}
