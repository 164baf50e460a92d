// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.net.InetAddress;
import java.rmi.NoSuchObjectException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RemoteServer;
import java.rmi.server.ServerNotActiveException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.security.auth.Subject;

/**
 * JMX over RMI: registry and server on one port of one address, a login for every connection, the
 * policy for every call.
 */
final class JmxRoad implements AutoCloseable {
    /** What JMX consoles know from Karaf. */
    static final String NAME = "karaf-root";

    /**
     * What a caller may send: the JDK's values and JMX's, nothing that would come to life when it
     * is read. Of RMI only the envelope of arguments: its other classes open ports and connect to
     * whom the sender names. A subject comes, empty, with every listener.
     */
    private static final String VALUES =
            "maxdepth=20;java.lang.*;java.math.*;java.time.*;java.util.*;javax.management.**;"
                    + "java.rmi.MarshalledObject;javax.security.auth.Subject;!*";

    private final Registry registry;
    private final RMIConnectorServer connector;

    /**
     * Listens from here on.
     *
     * @throws IOException if it cannot, such as for a port that is taken
     */
    JmxRoad(InetAddress address, int port, MBeanServer server, AccessPolicy policy, LoginDesk desk)
            throws IOException {
        // The stub names this host to the clients; RMI reads it when it makes the first endpoint.
        if (System.getProperty("java.rmi.server.hostname") == null) {
            System.setProperty("java.rmi.server.hostname", address.getHostAddress());
        }
        BoundSockets sockets = new BoundSockets(address);
        JMXAuthenticator authenticator = credentials -> authenticate(credentials, desk);
        Map<String, Object> environment =
                Map.of(
                        JMXConnectorServer.AUTHENTICATOR,
                        authenticator,
                        RMIConnectorServer.CREDENTIALS_FILTER_PATTERN,
                        "java.lang.String;!*");
        ObjectInputFilter values = ObjectInputFilter.Config.createFilter(VALUES);
        JmxConnections connections = new JmxConnections(port, sockets, environment, policy, values);
        registry = LocateRegistry.createRegistry(port, null, sockets);
        connector =
                new RMIConnectorServer(
                        new JMXServiceURL("rmi", address.getHostAddress(), port),
                        environment,
                        connections,
                        GuardedServer.over(server, policy, CurrentSubject::get));
        try {
            connector.start();
            registry.rebind(NAME, connections.toStub());
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    static Subject authenticate(Object credentials, LoginDesk desk) {
        if (!(credentials instanceof String[] pair)
                || pair.length != 2
                || pair[0] == null
                || pair[1] == null) {
            throw new SecurityException("a login is needed: user and password");
        }
        LoginDesk.Answer answer = desk.login(pair[0], pair[1].toCharArray(), client());
        if (answer.subject() != null) {
            return answer.subject();
        }
        throw new SecurityException(
                answer.pause().isZero()
                        ? "login failed"
                        : "too many failed logins; try again in "
                                + answer.pause().plusMillis(999).toSeconds()
                                + " s");
    }

    private static String client() {
        try {
            return RemoteServer.getClientHost();
        } catch (ServerNotActiveException e) {
            return "unknown";
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connector.stop();
        } finally {
            try {
                UnicastRemoteObject.unexportObject(registry, true);
            } catch (NoSuchObjectException e) {
                // It went with the connector: closed is closed.
            }
        }
    }
}
