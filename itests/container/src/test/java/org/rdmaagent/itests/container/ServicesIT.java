// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.inject.Inject;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.rdmaagent.agent.AgentService;
import org.rdmaagent.agent.BundleStatus;
import org.rdmaagent.agent.ReadinessGate;
import org.rdmaagent.fabric.FabricService;
import org.rdmaagent.verbs.CounterService;
import org.rdmaagent.verbs.DeviceService;

/** Services and MBeans inside the container, also while a bundle is replaced. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class ServicesIT {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final String FABRIC = "rdma:type=Fabric,device=mlx4_0,port=1";

    @Inject private BundleContext context;
    @Inject private AgentService agent;
    @Inject private FabricService fabric;
    @Inject private DeviceService devices;
    @Inject private CounterService counters;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @Configuration
    public Option[] configuration() {
        return Distribution.simulated();
    }

    @Before
    public void everyGateIsOpen() throws Exception {
        await(
                "open gates",
                () -> {
                    var gates = context.getServiceReferences(ReadinessGate.class, null);
                    return !gates.isEmpty()
                            && gates.stream()
                                    .map(context::getService)
                                    .allMatch(ReadinessGate::open);
                });
    }

    @Test
    public void allBundlesAreActiveAndTheProviderIsSaid() {
        assertEquals("sim", agent.provider());
        assertFalse(agent.providerReason().isEmpty());
        List<String> idle =
                agent.bundles().stream()
                        .filter(bundle -> !bundle.state().equals("ACTIVE"))
                        .map(BundleStatus::name)
                        .collect(Collectors.toList());
        assertEquals(List.of(), idle);
        assertTrue(agent.bundles().size() >= 9);
    }

    @Test
    public void theSimulatedDevicesAreServed() {
        assertFalse(devices.devices().isEmpty());
        assertTrue(context.getServiceReference(CounterService.class) != null && counters != null);
        assertTrue(fabric != null);
    }

    @Test
    public void theMBeansOfTheFirstLineAreThere() throws Exception {
        Set<String> types =
                server.queryNames(new ObjectName("rdma:*"), null).stream()
                        .map(name -> name.getKeyProperty("type"))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                new TreeSet<>(
                        Set.of(
                                "Agent",
                                "Device",
                                "Port",
                                "Fabric",
                                "DataPlane",
                                "Multicast",
                                "Mlx4Context")),
                types);
        assertEquals(12, server.getAttribute(new ObjectName(FABRIC), "SwitchCount"));
        assertEquals(64, server.getAttribute(new ObjectName(FABRIC), "CaCount"));
    }

    /** jmx owns the names: replacing the bundle behind them takes none away. */
    @Test
    public void replacingTheFabricBundleKeepsEveryMBean() throws Exception {
        Set<ObjectName> before = server.queryNames(new ObjectName("rdma:*"), null);
        Bundle bundle = bundle("org.rdmaagent.fabric");
        long modified = bundle.getLastModified();
        Watch watch = new Watch(server, before);
        Thread thread = new Thread(watch, "watch");
        thread.start();
        update(bundle);
        await("an answer", this::answers);
        watch.enough = true;
        thread.join();

        assertNotEquals(modified, bundle.getLastModified());
        assertEquals(Bundle.ACTIVE, bundle.getState());
        assertEquals(Set.of(), watch.missing);
        assertEquals(before, server.queryNames(new ObjectName("rdma:*"), null));
        assertTrue("looked while it was replaced", watch.rounds > 1);
    }

    private boolean answers() {
        try {
            return Integer.valueOf(12)
                    .equals(server.getAttribute(new ObjectName(FABRIC), "SwitchCount"));
        } catch (JMException | RuntimeMBeanException e) {
            return false; // "restarting"
        }
    }

    private static void update(Bundle bundle) throws IOException, BundleException {
        try (InputStream jar =
                Files.newInputStream(Path.of(System.getProperty("rdma.fabric.jar")))) {
            bundle.update(jar);
        }
    }

    private Bundle bundle(String name) {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!condition.holds()) {
            assertTrue("no " + what + " in time", System.nanoTime() < deadline);
            TimeUnit.MILLISECONDS.sleep(20); // a container in another thread has to move
        }
    }

    /** Looks again and again which of the names are not registered. */
    private static final class Watch implements Runnable {
        private final Set<ObjectName> missing = new TreeSet<>();
        private final MBeanServer server;
        private final Set<ObjectName> names;
        private volatile boolean enough;
        private int rounds;

        Watch(MBeanServer server, Set<ObjectName> names) {
            this.server = server;
            this.names = names;
        }

        @Override
        public void run() {
            while (!enough) {
                names.stream().filter(name -> !server.isRegistered(name)).forEach(missing::add);
                rounds++;
                Thread.onSpinWait();
            }
        }
    }
}
