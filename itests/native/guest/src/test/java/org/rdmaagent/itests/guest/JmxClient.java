// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** A client that comes by RMI, and listens to the MBean of one device. */
final class JmxClient implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;
    private static final long QUIET_MILLIS = 500;

    private final JMXConnectorServer server;
    private final JMXConnector connector;
    private final MBeanServerConnection connection;
    private final ObjectName device;
    private final BlockingQueue<Notification> heard = new LinkedBlockingQueue<>();

    @SuppressWarnings("BanJNDI") // the address is the server's own, a few lines above
    JmxClient(MBeanServer beans, String name) throws IOException, JMException {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        server =
                JMXConnectorServerFactory.newJMXConnectorServer(
                        new JMXServiceURL("service:jmx:rmi://127.0.0.1"), null, beans);
        server.start();
        connector = JMXConnectorFactory.connect(server.getAddress());
        connection = connector.getMBeanServerConnection();
        device = new ObjectName("rdma:type=Device,device=" + name);
        connection.addNotificationListener(device, (told, back) -> heard.add(told), null, null);
    }

    /** What it hears of, until it is quiet. */
    Set<String> hears() throws InterruptedException {
        Set<String> messages = new TreeSet<>();
        @Nullable Notification next = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        while (next != null) {
            messages.add(next.getType() + ": " + next.getMessage());
            next = heard.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        }
        return messages;
    }

    /** A record among the attributes of an MBean. */
    CompositeData attributes(String name) throws IOException, JMException {
        return (CompositeData) connection.getAttribute(new ObjectName(name), "Attributes");
    }

    /** The operator's self-test of port 1: whether it passed, and what it says. */
    String selfTest() throws IOException, JMException {
        Object[] arguments = {1, 100, 64};
        String[] types = {"int", "int", "int"};
        CompositeData told =
                (CompositeData) connection.invoke(device, "selfTest", arguments, types);
        return told.get("passed") + ": " + told.get("text");
    }

    @Override
    public void close() throws IOException {
        connector.close();
        server.stop();
    }
}
