// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** Comes over JMX and RMI with a login, as a console does. */
final class JmxConsole implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection remote;

    @SuppressWarnings("BanJNDI") // what every JMX console does
    JmxConsole(int port, String user, String password) throws IOException {
        connector =
                JMXConnectorFactory.connect(
                        new JMXServiceURL(
                                "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/karaf-root"),
                        Map.of(JMXConnector.CREDENTIALS, new String[] {user, password}));
        remote = connector.getMBeanServerConnection();
    }

    /** A port that nobody listens on. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** What an MBean tells from now on; the list grows. */
    List<Notification> listen(String mbean) throws IOException, JMException {
        List<Notification> heard = new CopyOnWriteArrayList<>();
        remote.addNotificationListener(
                new ObjectName(mbean), (told, back) -> heard.add(told), null, null);
        return heard;
    }

    /** The value of an attribute. */
    Object read(String mbean, String attribute) throws IOException, JMException {
        return remote.getAttribute(new ObjectName(mbean), attribute);
    }

    /**
     * Calls an operation.
     *
     * @param types of the arguments, by their names
     */
    @Nullable Object invoke(String mbean, String operation, List<String> types, Object... arguments)
            throws IOException, JMException {
        return remote.invoke(
                new ObjectName(mbean), operation, arguments, types.toArray(String[]::new));
    }

    /** Calls an operation with a group: its GID and its LID. */
    String group(String mbean, String operation, String mgid, int mlid)
            throws IOException, JMException {
        Object[] arguments = {mgid, mlid};
        String[] types = {String.class.getName(), "int"};
        return (String) remote.invoke(new ObjectName(mbean), operation, arguments, types);
    }

    /** Why such an operation, which must fail, fails. */
    String refusedGroup(String mbean, String operation, String mgid, int mlid) {
        Exception e =
                assertThrows(Exception.class, () -> group(mbean, operation, mgid, mlid), operation);
        boolean wrapped = e instanceof RuntimeMBeanException || e instanceof MBeanException;
        Throwable cause = wrapped ? requireNonNull(e.getCause()) : e;
        return String.valueOf(cause.getMessage());
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
