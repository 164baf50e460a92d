// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmaagent.Gid;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.NetworkHeader;

/** The 40 bytes before a datagram, as the receiver finds them. */
final class Headers {
    private static final byte[] NOTHING = {};
    private static final int IPV4_START = 20;
    private static final int IPV4_BYTES = 20;
    private static final int VERSION_6 = 6 << 28;
    private static final int VERSION_4_FIVE_WORDS = 0x45;
    private static final int DO_NOT_FRAGMENT = 0x4000;
    private static final int NEXT_IS_TRANSPORT = 0x1b;
    private static final int UDP = 17;
    private static final int UDP_BYTES = 8;
    // BTH, DETH and ICRC (IBTA volume 1, chapter 9).
    private static final int TRANSPORT_BYTES = 24;
    private static final long MAPPED_IPV4 = 0x0000_ffffL;

    private Headers() {}

    /** The header of a datagram; empty if its way has no global route. */
    static byte[] of(SimulatedHca hca, AhAttributes way, int payloadBytes) {
        Optional<Gid> source = Addresses.sourceGid(hca, way);
        if (way.grh().isEmpty() || source.isEmpty()) {
            return NOTHING;
        }
        GlobalRoute route = way.grh().get();
        int bytes = (payloadBytes + 3) / 4 * 4 + TRANSPORT_BYTES;
        if (!hca.isEthernet(way.portNum())) {
            return version6(source.get(), route, bytes, NEXT_IS_TRANSPORT);
        }
        return isIpv4(source.get())
                ? version4(source.get(), route, bytes + UDP_BYTES)
                : version6(source.get(), route, bytes + UDP_BYTES, UDP);
    }

    private static boolean isIpv4(Gid gid) {
        return gid.prefix() == 0 && gid.interfaceId() >>> 32 == MAPPED_IPV4;
    }

    private static byte[] version6(Gid source, GlobalRoute route, int bytes, int next) {
        return ByteBuffer.allocate(NetworkHeader.BYTES)
                .putInt(VERSION_6 | route.trafficClass() << 20 | route.flowLabel())
                .putShort((short) bytes)
                .put((byte) next)
                .put((byte) route.hopLimit())
                .put(source.toBytes())
                .put(route.dgid().toBytes())
                .array();
    }

    private static byte[] version4(Gid source, GlobalRoute route, int bytes) {
        ByteBuffer header = ByteBuffer.allocate(NetworkHeader.BYTES).position(IPV4_START);
        header.put((byte) VERSION_4_FIVE_WORDS)
                .put((byte) route.trafficClass())
                .putShort((short) (IPV4_BYTES + bytes))
                .putShort((short) 0)
                .putShort((short) DO_NOT_FRAGMENT)
                .put((byte) route.hopLimit())
                .put((byte) UDP)
                .putShort((short) 0)
                .putInt((int) source.interfaceId())
                .putInt((int) route.dgid().interfaceId());
        int sum = 0;
        for (int at = IPV4_START; at < NetworkHeader.BYTES; at += 2) {
            sum += header.getShort(at) & 0xffff;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return header.putShort(IPV4_START + 10, (short) ~sum).array();
    }
}
