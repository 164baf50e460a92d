// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.AccessException;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What somebody without a login, or with the least one, tries over JMX/RMI beside plain calls. */
@SuppressWarnings({"NullAway.Init", "BanJNDI"}) // set before all tests; what every console does
final class JmxIntruderTest {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
    private static final AtomicInteger CAME_TO_LIFE = new AtomicInteger();
    private static JmxRoad road;
    private static ObjectName bean;
    private static int port;

    /** Any class of the agent's that does something when it is read. */
    private static final class Gadget implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            CAME_TO_LIFE.incrementAndGet();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        bean = new ObjectName("rdma:type=Intruded,device=d");
        SERVER.registerMBean(new Thermostat(), bean);
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
    }

    /** Else any user of this host could put up an object that hears the admin's password. */
    @Test
    void nobodyWithoutALoginPutsAnotherObjectUnderOurName() throws Exception {
        Registry registry = LocateRegistry.getRegistry("127.0.0.1", port);
        Remote ours = registry.lookup(JmxRoad.NAME);
        deniedByTheRegistry(() -> registry.rebind(JmxRoad.NAME, ours));
        deniedByTheRegistry(() -> registry.bind("another", ours));
        deniedByTheRegistry(() -> registry.unbind(JmxRoad.NAME));
        assertArrayEquals(new String[] {JmxRoad.NAME}, registry.list());
    }

    private static void deniedByTheRegistry(Executable call) {
        Throwable denied = assertThrows(Exception.class, call);
        boolean access = false;
        for (Throwable cause = denied; cause != null; cause = cause.getCause()) {
            access |= cause instanceof AccessException;
        }
        assertTrue(access, denied.toString());
    }

    @Test
    void whatIsNoValueDoesNotComeToLife() throws Exception {
        List<Object> values = new ArrayList<>(List.of(new Gadget(), new java.rmi.server.UID()));
        values.add(new Object[] {new ArrayList<>(List.of(new Gadget()))});
        for (String user : List.of("viewer", "admin")) {
            try (JMXConnector connector = connect(user)) {
                MBeanServerConnection remote = connector.getMBeanServerConnection();
                for (Object value : values) {
                    Exception refused =
                            assertThrows(Exception.class, () -> export(remote, value), user);
                    assertTrue(refused.toString().contains("REJECTED"), refused.toString());
                }
                assertEquals("in x", export(remote, "x"));
                Exception failed =
                        assertThrows(Exception.class, () -> export(remote, Instant.EPOCH));
                assertFalse(failed.toString().contains("REJECTED"), failed.toString());
            }
        }
        assertEquals(0, CAME_TO_LIFE.get());
    }

    private static Object export(MBeanServerConnection remote, Object value) throws Exception {
        String[] types = {"java.lang.String"};
        return remote.invoke(bean, "export", new Object[] {value}, types);
    }

    @Test
    void aViewerIsNobodyElseByDelegation() throws Exception {
        Subject admin = new Subject();
        admin.getPrincipals().add(new RolePrincipal("admin"));
        try (JMXConnector connector = connect("viewer")) {
            for (Subject other : List.of(admin, new Subject())) {
                assertThrows(
                        Exception.class,
                        () ->
                                connector
                                        .getMBeanServerConnection(other)
                                        .invoke(bean, "discover", new Object[0], new String[0]));
            }
        }
    }

    @Test
    void onlyAnAdminWiresOneMBeanToAnother() throws Exception {
        ObjectName delegate = new ObjectName("JMImplementation:type=MBeanServerDelegate");
        try (JMXConnector connector = connect("viewer")) {
            MBeanServerConnection remote = connector.getMBeanServerConnection();
            assertThrows(
                    SecurityException.class,
                    () -> remote.addNotificationListener(delegate, bean, null, null));
            assertThrows(
                    SecurityException.class,
                    () -> remote.removeNotificationListener(delegate, bean));
        }
        assertNotNull(SERVER.getMBeanInfo(delegate));
    }

    private static JMXConnector connect(String user) throws IOException {
        return JMXConnectorFactory.connect(
                new JMXServiceURL(
                        "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/" + JmxRoad.NAME),
                Map.of(JMXConnector.CREDENTIALS, new String[] {user, user + "-word"}));
    }
}
