// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.dataplane.LoopEvent;
import org.rdmaagent.dataplane.LoopEventKind;

/** What listeners and readers of the data plane's MBeans hear of the loops. */
class LoopEventsTest {
    private static final Instant TIME = Instant.parse("2026-03-04T05:06:07.089Z");
    private static final String ALL = "rdma:type=DataPlane";
    private static final String LOOP = "rdma:type=PollLoop,name=feed";

    private final AgentInMemory world = AgentInMemory.running();
    private final List<Notification> heard = new ArrayList<>();
    private final List<Notification> heardOfAll = new ArrayList<>();

    LoopEventsTest() throws JMException {
        world.beans.bindDataPlane(world.dataPlane.with("feed").with("other"));
        world.beans.doWork();
        world.server.addNotificationListener(
                new ObjectName(LOOP), (told, back) -> heard.add(told), null, null);
        world.server.addNotificationListener(
                new ObjectName(ALL), (told, back) -> heardOfAll.add(told), null, null);
    }

    @ParameterizedTest
    @EnumSource(LoopEventKind.class)
    void anEventIsANotificationOfItsLoopAndOfTheDataPlane(LoopEventKind kind) throws Exception {
        tell(kind, "feed", 41);
        tell(kind, "other", 42);
        assertEquals(1, heard.size());
        assertEquals(2, heardOfAll.size());
        Notification told = (Notification) ForeignClient.receive(heard.get(0));
        assertEquals("rdma.dataplane." + kind.name().toLowerCase(Locale.ROOT), told.getType());
        assertEquals(1, told.getSequenceNumber());
        assertEquals(2, heardOfAll.get(1).getSequenceNumber());
        assertEquals(TIME.toEpochMilli(), told.getTimeStamp());
        assertEquals("what to do", told.getMessage());
        Map<?, ?> content = (Map<?, ?>) told.getUserData();
        assertEquals(kind.name(), content.get("kind"));
        assertEquals("feed", content.get("loop"));
        assertEquals("cq1", content.get("cq"));
        assertEquals("a.B", content.get("handler"));
        assertEquals(41L, content.get("sequence"));
        assertEquals(TIME.toString(), content.get("time"));
        for (String name : List.of(ALL, LOOP)) {
            assertTrue(
                    Arrays.stream(
                                    world.server
                                            .getMBeanInfo(new ObjectName(name))
                                            .getNotifications())
                            .flatMap(info -> Arrays.stream(info.getNotifTypes()))
                            .anyMatch(told.getType()::equals));
        }
    }

    @Test
    void whatIsAboutNoLoopIsToldOfTheDataPlaneOnly() {
        world.beans
                .loopEvents()
                .onLoopEvent(
                        new LoopEvent(
                                LoopEventKind.PLACEMENT_REFUSED, "", "", "", "EPERM", 1, TIME));
        assertEquals(0, heard.size());
        assertEquals(1, heardOfAll.size());
        Map<?, ?> content = (Map<?, ?>) heardOfAll.get(0).getUserData();
        assertFalse(content.containsKey("cq"));
        assertFalse(content.containsKey("handler"));
    }

    @Test
    void theLastOnesAreRememberedAlsoOverAReplacementOfTheBundle() throws JMException {
        for (int i = 1; i <= NumberedRows.KEPT + 5; i++) {
            tell(LoopEventKind.STALL, "feed", i);
        }
        world.beans.unbindDataPlane(world.dataPlane);
        for (String name : List.of(ALL, LOOP)) {
            CompositeData[] recent = (CompositeData[]) world.get(name, "RecentEvents");
            assertEquals(NumberedRows.KEPT, recent.length);
            assertEquals(6L, recent[0].get("sequence"));
            CompositeData last = recent[recent.length - 1];
            assertEquals(NumberedRows.KEPT + 5L, last.get("sequence"));
            assertEquals("STALL", last.get("kind"));
            assertEquals("feed", last.get("loop"));
            assertEquals("what to do", last.get("text"));
        }
        assertEquals(
                0,
                ((CompositeData[]) world.get("rdma:type=PollLoop,name=other", "RecentEvents"))
                        .length);
    }

    @Test
    void aLoopThatComesBackWithinTheGraceKeepsItsListeners() {
        tell(LoopEventKind.STALL, "feed", 1);
        world.dataPlane.loops.remove("feed");
        world.beans.doWork();
        tell(LoopEventKind.STALL_ENDED, "feed", 2);
        world.dataPlane.with("feed");
        world.beans.doWork();
        tell(LoopEventKind.STALL, "feed", 3);
        assertEquals(3, heard.size());
        assertEquals(3, heard.get(2).getSequenceNumber());
    }

    @Test
    void aLoopThatIsHeardOfForTheFirstTimeIsLookedForAtOnce() {
        AtomicInteger looked = new AtomicInteger();
        LoopEvents events = new LoopEvents(looked::incrementAndGet);
        events.of("known");
        events.onLoopEvent(event(LoopEventKind.STALL, "known", 1));
        assertEquals(0, looked.get());
        events.onLoopEvent(event(LoopEventKind.QUEUE_FOUND, "new", 2));
        events.onLoopEvent(event(LoopEventKind.STALL, "new", 3));
        assertEquals(1, looked.get());
        assertEquals(2, events.of("new").recent().size(), "told before it had an MBean");
    }

    private void tell(LoopEventKind kind, String loop, long sequence) {
        world.beans.loopEvents().onLoopEvent(event(kind, loop, sequence));
    }

    private static LoopEvent event(LoopEventKind kind, String loop, long sequence) {
        return new LoopEvent(kind, loop, "cq1", "a.B", "what to do", sequence, TIME);
    }
}
