// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The road over RMI with the JDK's own client. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class JmxRoadTest {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
    private static final Thermostat THERMOSTAT = new Thermostat();
    private static ObjectName bean;
    private static ObjectName foreign;
    private static int port;
    private static JmxRoad road;

    @BeforeAll
    static void start() throws Exception {
        bean = new ObjectName("rdma:type=Remote,device=d");
        foreign = new ObjectName("org.example:type=Secret");
        SERVER.registerMBean(THERMOSTAT, bean);
        SERVER.registerMBean(new Thermostat(), foreign);
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket free = new ServerSocket(0, 1, loopback)) {
            port = free.getLocalPort();
        }
        AccessPolicy policy = new AccessPolicy(ShippedRules::read, SERVER);
        road = new JmxRoad(loopback, port, SERVER, policy, PlainLogins.desk());
    }

    @AfterAll
    static void stop() throws Exception {
        road.close();
        SERVER.unregisterMBean(bean);
        SERVER.unregisterMBean(foreign);
        assertThrows(IOException.class, () -> connect("admin", "admin-word").close());
    }

    @Test
    void aViewerReadsAndNoMore() throws Exception {
        try (JMXConnector connector = connect("viewer", "viewer-word")) {
            MBeanServerConnection remote = connector.getMBeanServerConnection();
            assertEquals(21, remote.getAttribute(bean, "Degrees"));
            assertEquals(1, remote.getAttributes(bean, new String[] {"Degrees"}).size());
            assertEquals("in x", exec(remote, "export", new Object[] {"x"}, "java.lang.String"));
            assertNotNull(remote.getMBeanInfo(bean));
            refused(() -> exec(remote, "discover", new Object[0]));
            refused(() -> exec(remote, "resetCounters", new Object[0]));
            refused(() -> remote.setAttribute(bean, new Attribute("Degrees", 3)));
            refused(() -> remote.getAttribute(foreign, "Degrees"));
            refused(
                    () ->
                            remote.createMBean(
                                    "javax.management.timer.Timer", new ObjectName("a:type=T")));
            refused(
                    () ->
                            remote.createMBean(
                                    "javax.management.loading.MLet", new ObjectName("a:type=M")));
            refused(() -> remote.unregisterMBean(bean));
            assertEquals(0, THERMOSTAT.changes.getAndSet(0));
        }
    }

    @Test
    void aManagerDiscoversAnAdminDoesAll() throws Exception {
        try (JMXConnector connector = connect("manager", "manager-word")) {
            MBeanServerConnection remote = connector.getMBeanServerConnection();
            exec(remote, "discover", new Object[] {"a", 1}, "java.lang.String", "int");
            refused(() -> exec(remote, "resetCounters", new Object[0]));
        }
        try (JMXConnector connector = connect("admin", "admin-word")) {
            MBeanServerConnection remote = connector.getMBeanServerConnection();
            exec(remote, "resetCounters", new Object[0]);
            remote.setAttribute(bean, new Attribute("Degrees", 3));
            ObjectName timer = new ObjectName("rdma:type=Timer");
            remote.createMBean("javax.management.timer.Timer", timer);
            remote.unregisterMBean(timer);
            assertEquals(21, remote.getAttribute(foreign, "Degrees"));
        }
        assertEquals(3, THERMOSTAT.changes.getAndSet(0));
    }

    @Test
    void whatAViewerMayNotReadIsNotThere() throws Exception {
        try (JMXConnector connector = connect("viewer", "viewer-word")) {
            MBeanServerConnection remote = connector.getMBeanServerConnection();
            assertTrue(remote.queryNames(null, null).contains(bean));
            assertFalse(remote.queryNames(null, null).contains(foreign));
            assertThrows(InstanceNotFoundException.class, () -> remote.getMBeanInfo(foreign));
            assertThrows(
                    InstanceNotFoundException.class,
                    () -> remote.addNotificationListener(foreign, (n, h) -> {}, null, null));
        }
    }

    @Test
    void notificationsArrive() throws Exception {
        try (JMXConnector connector = connect("viewer", "viewer-word")) {
            BlockingQueue<String> heard = new ArrayBlockingQueue<>(10);
            connector
                    .getMBeanServerConnection()
                    .addNotificationListener(
                            bean,
                            (notification, back) -> heard.add(notification.getType()),
                            null,
                            null);
            THERMOSTAT.sendNotification(new Notification("warm", bean, 1));
            assertEquals("warm", heard.poll(20, TimeUnit.SECONDS));
        }
    }

    @Test
    void aWrongLoginIsRefused() throws Exception {
        for (String[] pair :
                List.of(
                        new String[] {"admin", "wrong"},
                        new String[] {"nobody", "admin-word"},
                        new String[] {"admin", ""},
                        new String[] {"admin"})) {
            assertThrows(SecurityException.class, () -> connect(pair).close());
        }
        assertThrows(SecurityException.class, () -> connect().close());
    }

    @Test
    void aPortThatIsTakenIsAnError() {
        AccessPolicy policy = new AccessPolicy(ShippedRules::read, SERVER);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThrows(
                    IOException.class,
                    () ->
                            new JmxRoad(
                                            taken.getInetAddress(),
                                            taken.getLocalPort(),
                                            SERVER,
                                            policy,
                                            PlainLogins.desk())
                                    .close());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void refused(Call call) {
        SecurityException e = assertThrows(SecurityException.class, call::run);
        assertTrue(e.toString().contains("jmx.acl"), e.toString());
    }

    private static Object exec(
            MBeanServerConnection remote, String operation, Object[] values, String... types)
            throws Exception {
        Object result = remote.invoke(bean, operation, values, types);
        return result == null ? "" : result;
    }

    @SuppressWarnings("BanJNDI") // what every JMX console does
    private static JMXConnector connect(String... pair) throws IOException {
        Map<String, Object> environment = new HashMap<>();
        if (pair.length > 0) {
            environment.put(JMXConnector.CREDENTIALS, pair);
        }
        return JMXConnectorFactory.connect(
                new JMXServiceURL(
                        "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/" + JmxRoad.NAME),
                environment);
    }
}
