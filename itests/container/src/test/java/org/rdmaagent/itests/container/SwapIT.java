// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bundles that are replaced again and again under a reader. No service of theirs is injected here:
 * the test itself would hold what must go.
 */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class SwapIT {
    private static final Logger LOG = LoggerFactory.getLogger(SwapIT.class);
    private static final String NOTHING = "restarting";
    private static final int SWAPS = Boolean.getBoolean("rdma.long") ? 100 : 10;
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    @Inject private BundleContext context;
    @Inject private SimulatedWorld world;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private ObjectName fabric;
    private ObjectName port;

    @Configuration
    public Option[] configuration() {
        return Distribution.simulated();
    }

    @Before
    public void everyGateIsOpen() throws Exception {
        fabric = new ObjectName("rdma:type=Fabric,device=mlx4_0,port=1");
        port = new ObjectName("rdma:type=Port,device=mlx4_0,port=1");
        Waiting.until("open gates", () -> Gates.areOpen(context));
        Waiting.until("end of the first sweep", this::swept);
    }

    @After
    public void repair() {
        world.faults().clear();
    }

    @Test
    public void theFabricBundleIsReplaced() throws Exception {
        swap("fabric", () -> Waiting.until("sweep of the new bundle", this::swept));
    }

    @Test
    public void theVerbsBundleIsReplaced() throws Exception {
        swap(
                "verbs",
                () -> Waiting.until("answer of the new bundle", () -> answers(port, "State")));
    }

    /** With a membership that goes on. */
    @Test
    public void theMulticastBundleIsReplaced() throws Exception {
        ObjectName multicast = new ObjectName("rdma:type=Multicast");
        Waiting.until("memberships", () -> answers(multicast, "Memberships"));
        String[] types = {String.class.getName(), String.class.getName()};
        Object name =
                server.invoke(multicast, "join", new Object[] {"mlx4_0/1", "239.9.8.7"}, types);
        ObjectName plane = new ObjectName("rdma:type=DataPlane");
        Waiting.until("polling", () -> isPolled(plane));
        try {
            swap("multicast", () -> Waiting.until("membership", () -> isMember(multicast, name)));
        } finally {
            server.invoke(
                    multicast, "leave", new Object[] {name}, new String[] {String.class.getName()});
        }
    }

    private boolean isPolled(ObjectName plane) {
        return value(plane, "Handlers") instanceof CompositeData[] rows
                && rows.length == 1
                && rows[0].get("state").equals("ACTIVE")
                && rows[0].get("figures") instanceof TabularData figures
                && !figures.isEmpty();
    }

    private boolean isMember(ObjectName multicast, Object name) {
        return value(multicast, "Memberships") instanceof CompositeData[] rows
                && Arrays.stream(rows)
                        .filter(row -> row.get("name").equals(name))
                        .anyMatch(row -> row.get("state").equals("JOINED"));
    }

    /** A sweep is cancelled each time, and somebody waits for its result. */
    @Test
    public void theFabricBundleIsReplacedDuringSweeps() throws Exception {
        for (FabricNode node : world.topology().nodes()) {
            if (node.type() == NodeType.SWITCH) {
                world.faults().latency(node.key(), SLOW_NANOS);
            }
        }
        Discoverer discoverer = new Discoverer(server, fabric);
        try {
            swap(
                    "fabric",
                    () ->
                            Waiting.until(
                                    "sweep under way",
                                    () -> Boolean.TRUE.equals(value(fabric, "Running"))));
        } finally {
            discoverer.end();
        }
        assertEquals(Set.of(), discoverer.complaints());
        assertTrue("sweeps were cancelled", discoverer.interrupted() > 0);
    }

    private interface Step {
        void take() throws Exception;
    }

    private void swap(String name, Step beforeTheNext) throws Exception {
        SwappedBundle bundle = new SwappedBundle(context, name);
        SteadyReader reader = new SteadyReader(JolokiaViewer.ofThisContainer());
        EagerReader eager = new EagerReader(server);
        try {
            for (int swap = 0; swap < SWAPS; swap++) {
                int before = reader.rounds();
                beforeTheNext.take();
                bundle.update();
                Waiting.until("read", () -> reader.rounds() > before);
            }
            Waiting.until("answer at last", this::swept);
            int settled = reader.rounds();
            Waiting.until("read at last", () -> reader.rounds() > settled + 1);
        } finally {
            reader.end();
            eager.end();
        }
        long staying = bundle.staying();
        LOG.info("{}, {} former loaders stay", bundle.summary(), staying);
        LOG.info("{}; {}", reader.summary(), eager.summary());
        assertEquals(Set.of(), reader.complaints());
        assertEquals(Set.of(), eager.complaints());
        assertEquals(staying == 0 ? "" : SwappedBundle.evidence(), 0, staying);
    }

    /** Whether the fabric bundle that is there now has its own result. */
    private boolean swept() {
        return "".equals(value(fabric, "LastError"))
                && Boolean.FALSE.equals(value(fabric, "Running"));
    }

    private boolean answers(ObjectName name, String attribute) {
        return !value(name, attribute).equals(NOTHING);
    }

    private Object value(ObjectName name, String attribute) {
        try {
            return server.getAttribute(name, attribute);
        } catch (JMException | RuntimeMBeanException e) {
            return NOTHING;
        }
    }
}
