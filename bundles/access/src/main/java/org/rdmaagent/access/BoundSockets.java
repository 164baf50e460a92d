// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.server.RMIServerSocketFactory;

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
        return new ServerSocket(port, BACKLOG, address);
    }
}
