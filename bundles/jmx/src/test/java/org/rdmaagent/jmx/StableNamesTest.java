// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.SweepState;

class StableNamesTest {
    private static final String FABRIC = "rdma:type=Fabric,device=mlx4_0,port=1";
    private static final Set<String> ALL =
            Set.of(
                    "rdma:type=Agent",
                    "rdma:type=Device,device=mlx4_0",
                    "rdma:type=Device,device=rxe0",
                    "rdma:type=Port,device=mlx4_0,port=1",
                    "rdma:type=Port,device=mlx4_0,port=2",
                    "rdma:type=Port,device=rxe0,port=1",
                    FABRIC,
                    "rdma:type=Fabric,device=mlx4_0,port=2");

    private final AgentInMemory world = new AgentInMemory();

    @Test
    void theNamesAreThoseOfTheDevicesAndPorts() {
        assertEquals(Set.of("rdma:type=Agent"), world.names());
        world.bindAll();
        world.beans.doWork();
        assertEquals(ALL, world.names());
    }

    @Test
    void whileABundleIsReplacedTheNamesStayAndSayRestarting() throws Exception {
        world.bindAll();
        world.beans.doWork();
        world.beans.unbindFabric(world.fabric);
        world.beans.unbindDevices(world.devices);
        world.beans.unbindAgent(world.agent);
        world.beans.doWork();
        assertEquals(ALL, world.names());
        RuntimeMBeanException error =
                assertThrows(RuntimeMBeanException.class, () -> world.get(FABRIC, "SwitchCount"));
        assertEquals(IllegalStateException.class, error.getTargetException().getClass());
        assertEquals(
                "restarting: the fabric bundle is being replaced; try again",
                error.getTargetException().getMessage());
        assertThrows(
                RuntimeMBeanException.class,
                () -> world.get("rdma:type=Port,device=mlx4_0,port=1", "State"));
        world.bindAll();
        assertEquals("ACTIVE", world.get("rdma:type=Port,device=mlx4_0,port=1", "State"));
        assertEquals(0, world.get(FABRIC, "SwitchCount"));
    }

    @Test
    void theNewServiceIsBoundBeforeTheOldOneGoesAndAnswersAtOnce() throws Exception {
        world.bindAll();
        world.beans.doWork();
        assertEquals("HDR", world.get("rdma:type=Port,device=mlx4_0,port=1", "ActiveSpeed"));
        MemoryDevices next = new MemoryDevices().with("mlx4_0", 2).with("rxe0", 1);
        next.activeSpeed = 128;
        world.beans.bindDevices(next);
        world.beans.unbindDevices(world.devices);
        // the answer that is held belongs to the old service
        assertEquals("NDR", world.get("rdma:type=Port,device=mlx4_0,port=1", "ActiveSpeed"));
    }

    @Test
    void aNameVanishesOnlyWhenTheServiceIsThereAndHasNotListedItForAWhile() {
        world.bindAll();
        world.beans.doWork();
        world.devices.ports.remove("rxe0");
        world.fabric.ports.remove(1);
        world.nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        assertEquals(Duration.ofMillis(200).toNanos(), world.beans.doWork());
        assertEquals(ALL, world.names());
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        assertEquals(Duration.ofSeconds(10).toNanos(), world.beans.doWork());
        assertEquals(5, world.names().size());
        assertFalse(world.names().contains("rdma:type=Port,device=rxe0,port=1"));
        world.devices.with("mlx5_7", 1);
        world.beans.doWork();
        assertTrue(world.names().contains("rdma:type=Port,device=mlx5_7,port=1"));
    }

    @Test
    void aProviderThatGoesAndComesBackLosesNeitherNamesNorListeners() throws Exception {
        world.bindAll();
        world.beans.doWork();
        List<Notification> heard = new ArrayList<>();
        world.server.addNotificationListener(
                new ObjectName(FABRIC), (told, back) -> heard.add(told), null, null);
        world.beans.bindDevices(new MemoryDevices());
        world.beans.bindFabric(new MemoryFabric());
        world.beans.doWork();
        assertEquals(ALL, world.names());
        world.bindAll();
        world.beans.doWork();
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        world.beans.doWork();
        assertEquals(ALL, world.names());
        world.beans.swept(
                new SweepState(AgentInMemory.MLX, "sim", false, MemoryFabric.topology(0), ""));
        assertEquals(1, heard.size());
    }

    @Test
    void aDeviceThatDoesNotAnswerKeepsItsNamesAndSaysWhy() {
        world.bindAll();
        world.beans.doWork();
        world.devices.silent.add("mlx4_0");
        world.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        world.beans.doWork();
        assertEquals(ALL, world.names());
        RuntimeMBeanException error =
                assertThrows(
                        RuntimeMBeanException.class,
                        () -> world.get("rdma:type=Device,device=mlx4_0", "Firmware"));
        assertEquals(
                "ibv_query_device on mlx4_0 failed: EIO (5); reset the adapter",
                error.getTargetException().getMessage());
    }

    @Test
    void closingTakesAllNamesAwayAndNoneComesBack() {
        world.bindAll();
        world.beans.doWork();
        world.beans.close();
        assertEquals(Set.of(), world.names());
        world.beans.doWork();
        assertEquals(Set.of(), world.names());
    }

    @Test
    void aNameThatSomebodyElseTookIsTakenOver() throws Exception {
        world.server.registerMBean(
                DescribedMBean.of(
                        new AgentView(new ServiceSlot<>("agent"), new Recent<>(() -> 0, () -> 0)),
                        AgentMXBean.class),
                new ObjectName("rdma:type=Device,device=mlx4_0"));
        world.bindAll();
        world.beans.doWork();
        assertEquals("mlx4_0", world.get("rdma:type=Device,device=mlx4_0", "Name"));
    }

    @Test
    void aStrangeDeviceNameIsQuoted() throws Exception {
        world.devices.with("a,b=*", 1);
        world.bindAll();
        world.beans.doWork();
        assertEquals("a,b=*", world.get("rdma:type=Device,device=\"a,b=\\*\"", "Name"));
    }

    @Test
    void theGateOpensWhenTheMBeansOfWhatThereIsAreRegistered() {
        assertEquals("mbeans", world.beans.name());
        world.beans.doWork();
        assertFalse(world.beans.open());
        world.beans.bindDevices(world.devices);
        world.beans.doWork();
        assertFalse(world.beans.open(), "no fabric service yet");
        world.beans.bindFabric(new MemoryFabric());
        world.beans.doWork();
        assertFalse(world.beans.open(), "the ports of the InfiniBand device are still to come");
        world.beans.bindFabric(world.fabric);
        world.beans.doWork();
        assertTrue(world.beans.open());
    }

    @Test
    void theGateOpensForAHostWithEthernetOnlyAndAfterAWhileForAHostWithNothing() {
        world.beans.bindDevices(new MemoryDevices().with("rxe0", 1));
        world.beans.bindFabric(new MemoryFabric());
        world.beans.doWork();
        assertTrue(world.beans.open());

        AgentInMemory bare = new AgentInMemory();
        bare.beans.bindDevices(new MemoryDevices());
        bare.beans.bindFabric(new MemoryFabric());
        bare.beans.doWork();
        assertFalse(bare.beans.open(), "the provider may still come");
        bare.nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        bare.beans.doWork();
        assertTrue(bare.beans.open());
    }

    @Test
    void itLooksOftenAfterAChangeAndSeldomLater() {
        world.bindAll();
        assertEquals(Duration.ofMillis(200).toNanos(), world.beans.doWork());
        world.nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertEquals(Duration.ofSeconds(10).toNanos(), world.beans.doWork());
        world.beans.bindFabric(world.fabric);
        assertEquals(Duration.ofMillis(200).toNanos(), world.beans.doWork());
    }

    @Test
    void theEndOfASweepIsTold() throws Exception {
        world.bindAll();
        world.beans.doWork();
        List<Notification> heard = new ArrayList<>();
        world.server.addNotificationListener(
                new ObjectName(FABRIC), (told, back) -> heard.add(told), null, null);
        world.beans.swept(
                new SweepState(AgentInMemory.MLX, "sim", false, MemoryFabric.topology(1), ""));
        world.beans.swept(new SweepState(AgentInMemory.MLX, "sim", false, null, "EACCES"));
        world.beans.swept(new SweepState(new PortId("gone", 1), "sim", false, null, "gone"));
        assertEquals(2, heard.size());
        Notification first = heard.get(0);
        assertEquals("rdma.fabric.sweep", first.getType());
        assertEquals(new ObjectName(FABRIC), first.getSource());
        assertEquals(1, first.getSequenceNumber());
        assertEquals(2, heard.get(1).getSequenceNumber());
        assertEquals(MemoryCounters.TAKEN.plusMillis(250).toEpochMilli(), first.getTimeStamp());
        assertEquals(
                "swept from mlx4_0/1: not complete, switches 1, CAs 2, links 2, failed paths 1",
                first.getMessage());
        assertEquals("the sweep from mlx4_0/1 failed: EACCES", heard.get(1).getMessage());
        Notification received = (Notification) ForeignClient.receive(first);
        assertEquals(false, ((Map<?, ?>) received.getUserData()).get("complete"));
    }
}
