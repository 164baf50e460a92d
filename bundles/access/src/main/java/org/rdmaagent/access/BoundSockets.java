// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.rmi.server.RMIServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sockets on one address. Equal for equal addresses: RMI lets two objects share a port only if the
 * factories they were exported with are equal.
 *
 * @param address where to listen
 */
record BoundSockets(InetAddress address) implements RMIServerSocketFactory {
    private static final int BACKLOG = 50;

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return new ServerSocket(port, BACKLOG, address) {
            @Override
            public Socket accept() throws IOException {
                Socket guest = new Guest();
                implAccept(guest);
                return guest;
            }
        };
    }

    /**
     * RMI's registry needs no login and lets whoever comes from this host put another object under
     * our name, which then hears the passwords. Whose address it cannot tell it lets only look: so
     * callers from this host have none. Over this socket nobody but them is mistaken for another.
     */
    private static final class Guest extends Socket {
        @Override
        public @Nullable InetAddress getInetAddress() {
            InetAddress peer = super.getInetAddress();
            return peer != null && ofThisHost(peer) ? wildcard(peer) : peer;
        }

        private static boolean ofThisHost(InetAddress peer) {
            try {
                return peer.isLoopbackAddress() || NetworkInterface.getByInetAddress(peer) != null;
            } catch (SocketException e) {
                return true;
            }
        }

        private static InetAddress wildcard(InetAddress peer) {
            try {
                return InetAddress.getByAddress(new byte[peer.getAddress().length]);
            } catch (IOException e) {
                throw new IllegalStateException("a zero address of a legal length", e);
            }
        }
    }
}
