// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.editConfigurationFilePut;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.inject.Inject;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.OptionUtils;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.control.SimulatedWorld;

/** Switches that do not tell about their ports, seen by an operator at the MBean. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class FaultsIT {
    private static final int RETRIES = 1;
    private static final Object[] NOTHING = {};
    private static final String[] NO_TYPES = {};

    @Inject private SimulatedWorld world;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private ObjectName fabric;

    /** Every silent port costs real time: short patience. */
    @Configuration
    public Option[] configuration() {
        String file = "etc/org.rdmaagent.fabric.cfg";
        return OptionUtils.combine(
                Distribution.simulated(),
                options(
                        editConfigurationFilePut(file, "timeoutMillis", "100"),
                        editConfigurationFilePut(file, "retries", Integer.toString(RETRIES))));
    }

    @Before
    public void theFabricIsWhole() throws Exception {
        fabric = new ObjectName("rdma:type=Fabric,device=mlx4_0,port=1");
        Waiting.until("fabric", () -> server.isRegistered(fabric));
        discover();
        assertEquals(List.of(), failedPorts());
        assertWhole(true);
    }

    @After
    public void repair() throws Exception {
        world.faults().clear();
        discover();
        assertEquals(List.of(), failedPorts());
        assertWhole(true);
    }

    @Test
    public void anotherLeafThatDropsPortInfoIsListedPortByPortAndSeenThrough() throws Exception {
        assertSilentAboutAllPorts(otherLeaf());
    }

    @Test
    public void theScannersOwnLeafThatDropsPortInfoIsListedPortByPortAndSeenThrough()
            throws Exception {
        assertSilentAboutAllPorts(ownLeaf());
    }

    @Test
    public void theOtherPortsAreAskedWhenPort0IsSilent() throws Exception {
        for (FabricNode leaf : List.of(otherLeaf(), ownLeaf())) {
            world.faults().clear();
            world.faults().drop(leaf.key(), 0, SmpAttribute.PORT_INFO);
            discover();
            assertEquals(List.of(0), failedPorts());
            assertFailures(leaf);
            assertWhole(false);
        }
    }

    @Test
    public void aStatusIsToldAsItCame() throws Exception {
        FabricNode leaf = otherLeaf();
        world.faults().status(leaf.key(), 1, SmpAttribute.PORT_INFO, 0x000c);
        discover();
        assertEquals(List.of(1), failedPorts());
        CompositeData row = failedPaths()[0];
        assertEquals("PortInfo", row.get("attribute"));
        assertNotEquals("timeout", row.get("status"));
        assertTrue(row.toString(), row.get("status").toString().contains("0x000c"));
        assertWhole(false);
    }

    private void assertSilentAboutAllPorts(FabricNode leaf) throws Exception {
        world.faults().drop(leaf.key(), -1, SmpAttribute.PORT_INFO);
        discover();
        assertEquals(
                IntStream.rangeClosed(0, leaf.portCount()).boxed().collect(Collectors.toList()),
                failedPorts());
        assertFailures(leaf);
        assertWhole(false);
    }

    private void assertFailures(FabricNode leaf) throws Exception {
        Set<Object> routes = new TreeSet<>();
        for (CompositeData row : failedPaths()) {
            assertEquals("PortInfo", row.get("attribute"));
            assertEquals("timeout", row.get("status"));
            assertEquals(leaf.guid().toString(), row.get("node"));
            assertEquals(leaf.description(), row.get("description"));
            assertEquals(RETRIES + 1, row.get("attempts"));
            routes.add(row.get("route"));
        }
        assertEquals("one way to the switch", 1, routes.size());
        assertEquals(failedPaths().length, attribute("FailedPathCount"));
    }

    /** Whatever is silent about itself, all nodes and cables behind it are found. */
    private void assertWhole(boolean complete) throws Exception {
        Topology truth = world.topology();
        assertEquals(complete, attribute("Complete"));
        assertEquals(truth.count(NodeType.SWITCH), attribute("SwitchCount"));
        assertEquals(truth.count(NodeType.CA), attribute("CaCount"));
        assertEquals(truth.links().size(), attribute("LinkCount"));
    }

    private void discover() throws Exception {
        server.invoke(fabric, "discover", NOTHING, NO_TYPES);
    }

    private Object attribute(String name) throws Exception {
        return server.getAttribute(fabric, name);
    }

    private CompositeData[] failedPaths() throws Exception {
        return (CompositeData[]) attribute("FailedPaths");
    }

    private List<Integer> failedPorts() throws Exception {
        return Arrays.stream(failedPaths())
                .map(row -> (Integer) row.get("port"))
                .sorted()
                .collect(Collectors.toList());
    }

    private FabricNode ownLeaf() {
        Topology truth = world.topology();
        LinkEnd own = new LinkEnd(truth.origin().orElseThrow(), truth.originPort());
        for (FabricLink link : truth.links()) {
            if (link.first().equals(own) || link.second().equals(own)) {
                return node(link.first().equals(own) ? link.second().node() : link.first().node());
            }
        }
        throw new AssertionError("no cable at " + own);
    }

    private FabricNode otherLeaf() {
        FabricNode own = ownLeaf();
        for (FabricLink link : world.topology().links()) {
            FabricNode first = node(link.first().node());
            FabricNode second = node(link.second().node());
            FabricNode leaf = first.type() == NodeType.CA ? second : first;
            if (first.type() != second.type() && !leaf.key().equals(own.key())) {
                return leaf;
            }
        }
        throw new AssertionError("only one leaf");
    }

    private FabricNode node(NodeKey key) {
        return world.topology().nodes().stream()
                .filter(node -> node.key().equals(key))
                .findFirst()
                .orElseThrow();
    }
}
