// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.DiscoveryProgress;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.NodeAddress;

/** The operations of a Fabric MBean: what they ask of the service, and what they hand back. */
class FabricOperationsTest {
    private static final String FABRIC = "rdma:type=Fabric,device=mlx4_0,port=1";

    private final AgentInMemory world = AgentInMemory.running();

    @Test
    void eachDiscoverAsksForWhatItSays() throws Exception {
        world.invoke(FABRIC, "discover");
        world.invoke(FABRIC, "discover", "0,1,5", 2);
        world.invoke(FABRIC, "discover", " 17 ", 0, "libibnetdisc");
        world.invoke(FABRIC, "discover", "libibnetdisc", false);
        world.invoke(FABRIC, "discover", "", true);
        NodeAddress route = new NodeAddress.ByRoute(DirectedRoute.of(1, 5));
        assertEquals(
                List.of(
                        DiscoveryRequest.WHOLE,
                        DiscoveryRequest.part(route, 2),
                        DiscoveryRequest.part(NodeAddress.parse("17"), 0).by("libibnetdisc"),
                        DiscoveryRequest.WHOLE.by("libibnetdisc"),
                        DiscoveryRequest.confirm()),
                world.fabric.requests);
    }

    @Test
    void aPartOfTheSubnetSaysThatItIsOne() throws Exception {
        assertEquals("", world.get(FABRIC, "Scope"));
        CompositeData part =
                (CompositeData) world.invoke(FABRIC, "discover", "0,1,5", 2, "libibnetdisc");
        assertEquals("within 2 hops of 0,1,5", part.get("scope"));
        assertEquals("libibnetdisc", part.get("engine"));
        assertEquals(false, part.get("incremental"));
        assertEquals("within 2 hops of 0,1,5", world.get(FABRIC, "Scope"));
        assertEquals("libibnetdisc", world.get(FABRIC, "LastSweepEngine"));
        assertEquals("java", world.get(FABRIC, "Engine"));
        world.invoke(FABRIC, "discover", "java", true);
        assertEquals("whole subnet", world.get(FABRIC, "Scope"));
        assertEquals(true, world.get(FABRIC, "Incremental"));
    }

    @Test
    void whatASweepTellsIsSetByOperationsThatReturnThePreviousValue() throws Exception {
        assertEquals(0, world.invoke(FABRIC, "debug", 2));
        assertEquals(2, world.get(FABRIC, "DebugLevel"));
        assertEquals(2, world.invoke(FABRIC, "debug", 0));
        assertEquals(false, world.invoke(FABRIC, "showProgress", true));
        assertEquals(true, world.get(FABRIC, "ProgressShown"));
        assertEquals(true, world.invoke(FABRIC, "showProgress", false));
    }

    @Test
    void cancelEndsASweepForWhoeverWaits() throws Exception {
        world.fabric.nextSweep = new CompletableFuture<>();
        assertEquals(true, world.invoke(FABRIC, "cancel"));
        RuntimeMBeanException error =
                assertThrows(RuntimeMBeanException.class, () -> world.invoke(FABRIC, "discover"));
        assertTrue(String.valueOf(error.getCause()).contains("ECANCELED"), error.toString());
        assertEquals(false, world.invoke(FABRIC, "cancel"));
    }

    @Test
    void aComparisonTellsItsDifferencesButNotThousandsOfThem() throws Exception {
        CompositeData same = (CompositeData) world.invoke(FABRIC, "compare", "java", "");
        assertEquals(true, same.get("same"));
        world.fabric.differences =
                IntStream.range(0, 5000)
                        .mapToObj(number -> "only java found the node " + number)
                        .collect(Collectors.toList());
        CompositeData other =
                (CompositeData) world.invoke(FABRIC, "compare", "java", "libibnetdisc");
        assertEquals(false, other.get("same"));
        assertEquals(5000, other.get("differenceCount"));
        assertEquals(ComparisonSummary.SHOWN_ROWS, ((String[]) other.get("differences")).length);
        assertEquals("java", ((CompositeData) other.get("first")).get("engine"));
        assertEquals("libibnetdisc", ((CompositeData) other.get("second")).get("engine"));
        ForeignClient.receive(other);
    }

    @Test
    void progressIsANotificationWithItsCounts() throws Exception {
        List<Notification> heard = new ArrayList<>();
        world.server.addNotificationListener(
                new ObjectName(FABRIC), (news, handback) -> heard.add(news), null, null);
        world.beans.progressed(progress(AgentInMemory.MLX, 1, false));
        world.beans.progressed(progress(new PortId("mlx4_9", 1), 1, false)); // has no MBean
        world.beans.progressed(progress(AgentInMemory.MLX, 2, true));
        assertEquals(2, heard.size());
        Notification last = heard.get(1);
        assertEquals(SweepNotifications.PROGRESS, last.getType());
        assertEquals(new ObjectName(FABRIC), last.getSource());
        assertEquals(heard.get(0).getSequenceNumber() + 1, last.getSequenceNumber());
        assertEquals(
                Map.of(
                        "engine",
                        "java",
                        "report",
                        2L,
                        "nodes",
                        20,
                        "links",
                        30,
                        "smpsUsed",
                        400L,
                        "elapsedMillis",
                        250L,
                        "ended",
                        true),
                last.getUserData());
        ForeignClient.receive(last);
    }

    private static DiscoveryProgress progress(PortId port, long sequence, boolean ended) {
        return new DiscoveryProgress(port, "java", sequence, 20, 30, 400, 250_000_000, ended);
    }
}
