// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.MembershipKey;
import org.rdmaagent.Gid;

/**
 * An IPv4 group that an interface is a member of. On RoCE a group's datagrams reach the device only
 * then, and attaching a queue pair does not make the interface a member. An address of the group
 * ({@code ip address add ... autojoin}) would not do: its local route leads to lo.
 */
final class JoinedGroup implements AutoCloseable {
    private final DatagramChannel channel;
    private final MembershipKey membership;

    JoinedGroup(Gid group, String interfaceName) throws IOException {
        byte[] ipv4 = ByteBuffer.allocate(Integer.BYTES).putInt((int) group.interfaceId()).array();
        channel = DatagramChannel.open(StandardProtocolFamily.INET);
        membership =
                channel.join(
                        InetAddress.getByAddress(ipv4), NetworkInterface.getByName(interfaceName));
    }

    @Override
    public String toString() {
        return membership.toString();
    }

    @Override
    public void close() throws IOException {
        membership.drop();
        channel.close();
    }
}
