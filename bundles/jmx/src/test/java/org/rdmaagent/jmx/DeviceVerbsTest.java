// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.management.JMException;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.verbs.AsyncEvent;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpType;

/** What the MBeans of devices and ports show of verbs: resources, events, self-test. */
class DeviceVerbsTest {
    private static final String DEVICE = "rdma:type=Device,device=mlx4_0";
    private static final Instant TIME = Instant.parse("2026-03-04T05:06:07.089Z");

    private final AgentInMemory world = AgentInMemory.running();
    private final List<Notification> heard = new ArrayList<>();

    private void listen() throws JMException {
        world.server.addNotificationListener(
                new ObjectName(DEVICE), (told, back) -> heard.add(told), null, null);
    }

    @Test
    void resourcesAreCountsByTheNamesOfTheTool() throws JMException {
        world.verbs.pairs.add(new MemoryPair("mlx4_0", 72, QpType.UD));
        TabularData held = (TabularData) world.get(DEVICE, "Resources");
        assertEquals(ObjectKind.values().length, held.size());
        assertEquals(1, held.get(new Object[] {"qp"}).get("value"));
        assertEquals(0, held.get(new Object[] {"mr"}).get("value"));
        TabularData kernel = (TabularData) world.get(DEVICE, "KernelResources");
        assertEquals(1, kernel.size());
        assertEquals(9, kernel.get(new Object[] {"cq"}).get("value"));
    }

    @Test
    void theSelfTestTellsWhatItSaw() throws Exception {
        CompositeData fine = (CompositeData) world.invoke(DEVICE, "selfTest", 1, 100, 64);
        assertEquals(true, fine.get("passed"));
        assertEquals("RC", fine.get("transport"));
        assertEquals(100, fine.get("messages"));
        assertEquals(64, fine.get("bytes"));
        assertEquals(100, fine.get("received"));
        assertEquals(0, fine.get("errors"));
        assertEquals(10L, fine.get("messagesPerSecond"));
        assertEquals(20L, fine.get("bytesPerSecond"));
        assertEquals(30L, fine.get("medianNanos"));
        assertEquals(40L, fine.get("percentile99Nanos"));
        assertEquals(50L, fine.get("largestNanos"));
        assertEquals("fine", fine.get("text"));
        CompositeData down = (CompositeData) world.invoke(DEVICE, "selfTest", 2, 100, 64);
        assertEquals(false, down.get("passed"));
        assertEquals("is DOWN", down.get("text"));
        for (int port : new int[] {0, 3, 256}) {
            RuntimeMBeanException error =
                    assertThrows(
                            RuntimeMBeanException.class,
                            () -> world.invoke(DEVICE, "selfTest", port, 1, 1));
            assertEquals(IllegalArgumentException.class, error.getTargetException().getClass());
            ForeignClient.receive(error);
        }
    }

    @ParameterizedTest
    @EnumSource(AsyncEventType.class)
    void anEventIsANotificationOfItsDevice(AsyncEventType type) throws Exception {
        listen();
        world.beans.events().event(event(type, "mlx4_0", 41));
        world.beans.events().event(event(type, "rxe0", 42));
        assertEquals(1, heard.size());
        Notification told = (Notification) ForeignClient.receive(heard.get(0));
        assertEquals(
                "rdma.event." + type.name().toLowerCase(java.util.Locale.ROOT), told.getType());
        assertEquals(1, told.getSequenceNumber());
        assertEquals(TIME.toEpochMilli(), told.getTimeStamp());
        Map<?, ?> content = (Map<?, ?>) told.getUserData();
        assertEquals(type.name(), content.get("type"));
        assertEquals("mlx4_0", content.get("device"));
        assertEquals(41L, content.get("sequence"));
        assertEquals(TIME.toString(), content.get("time"));
        String message = told.getMessage();
        switch (type.subject()) {
            case PORT -> {
                assertEquals(2, content.get("port"));
                assertEquals(type + " on mlx4_0/2", message);
            }
            case QP -> {
                assertEquals(72, content.get("qpn"));
                assertEquals(type + " on mlx4_0, queue pair 72, name", message);
            }
            case DEVICE -> {
                assertEquals(4, content.size());
                assertEquals(type + " on mlx4_0", message);
            }
            default -> {
                assertEquals("name", content.get("objectName"));
                assertEquals(type + " on mlx4_0, name", message);
            }
        }
        assertTrue(
                Arrays.stream(world.server.getMBeanInfo(new ObjectName(DEVICE)).getNotifications())
                        .flatMap(info -> Arrays.stream(info.getNotifTypes()))
                        .anyMatch(told.getType()::equals));
    }

    @Test
    void theLastOnesAreRememberedAlsoOverAReplacementOfTheBundle() throws Exception {
        for (int i = 1; i <= NumberedRows.KEPT + 5; i++) {
            world.beans.events().event(event(AsyncEventType.PORT_ERR, "mlx4_0", i));
        }
        world.beans.unbindVerbs(world.verbs);
        CompositeData[] recent = (CompositeData[]) world.get(DEVICE, "RecentEvents");
        assertEquals(NumberedRows.KEPT, recent.length);
        assertEquals(6L, recent[0].get("sequence"));
        CompositeData last = recent[recent.length - 1];
        assertEquals(NumberedRows.KEPT + 5L, last.get("sequence"));
        assertEquals("PORT_ERR", last.get("type"));
        assertEquals(2, last.get("port"));
        assertEquals(0, last.get("qpn"));
        assertEquals("", last.get("objectName"));
        assertEquals(TIME.toString(), last.get("time"));
        CompositeData[] other =
                (CompositeData[]) world.get("rdma:type=Device,device=rxe0", "RecentEvents");
        assertEquals(0, other.length);
    }

    @Test
    void aDeviceThatComesBackWithinTheGraceKeepsItsListeners() throws Exception {
        listen();
        world.devices.ports.remove("mlx4_0");
        world.beans.doWork();
        world.beans.events().event(event(AsyncEventType.DEVICE_FATAL, "mlx4_0", 1));
        assertEquals(1, heard.size());
        world.devices.with("mlx4_0", 2);
        world.beans.doWork();
        world.beans.events().event(event(AsyncEventType.PORT_ACTIVE, "mlx4_0", 2));
        assertEquals(2, heard.size());
        assertEquals(2, heard.get(1).getSequenceNumber());
    }

    @Test
    void aPortShowsItsSpeedByTheKernelsNumbersAndWhatItCanDo() throws Exception {
        CompositeData speed =
                (CompositeData) world.get("rdma:type=Port,device=mlx4_0,port=1", "SpeedInfo");
        assertEquals(true, speed.get("known"));
        assertEquals("4X HDR", speed.get("label"));
        assertEquals(4, speed.get("lanes"));
        assertEquals("HDR", speed.get("speed"));
        assertEquals(200_000, speed.get("megabitsPerSecond"));
        CompositeData can =
                (CompositeData) world.get("rdma:type=Port,device=mlx4_0,port=1", "Capabilities");
        assertEquals(true, can.get("ibSmi"));
        assertEquals(256, can.get("maxMadBytes"));
        assertEquals("IB", can.get("addressType"));
        assertEquals(2, can.get("endPort"));
        CompositeData roce =
                (CompositeData) world.get("rdma:type=Port,device=rxe0,port=1", "Capabilities");
        assertEquals(false, roce.get("ibSmi"));
        assertEquals(true, roce.get("ethAh"));
        assertEquals("ROCE", roce.get("addressType"));
        world.devices.activeWidth = 77;
        world.nanos.addAndGet(1_000_000_000);
        CompositeData unknown =
                (CompositeData) world.get("rdma:type=Port,device=mlx4_0,port=1", "SpeedInfo");
        assertEquals(false, unknown.get("known"));
        assertEquals(0, unknown.get("megabitsPerSecond"));
    }

    private static AsyncEvent event(AsyncEventType type, String device, long sequence) {
        return switch (type.subject()) {
            case PORT ->
                    new AsyncEvent(
                            type, device, OptionalInt.of(2), Optional.empty(), "", sequence, TIME);
            case QP ->
                    new AsyncEvent(
                            type,
                            device,
                            OptionalInt.empty(),
                            Optional.of(new QpNumber(72)),
                            "name",
                            sequence,
                            TIME);
            case DEVICE ->
                    new AsyncEvent(
                            type,
                            device,
                            OptionalInt.empty(),
                            Optional.empty(),
                            "",
                            sequence,
                            TIME);
            default ->
                    new AsyncEvent(
                            type,
                            device,
                            OptionalInt.empty(),
                            Optional.empty(),
                            "name",
                            sequence,
                            TIME);
        };
    }
}
