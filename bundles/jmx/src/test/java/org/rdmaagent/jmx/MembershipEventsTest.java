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
import javax.management.JMException;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.Errno;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.MembershipEvent;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;

/** What listeners and readers of the Multicast MBean hear of the memberships. */
class MembershipEventsTest {
    private static final Instant TIME = Instant.parse("2026-03-04T05:06:07.089Z");
    private static final ObjectName NAME = MBeanNames.MULTICAST;

    private final AgentInMemory world = AgentInMemory.running();
    private final List<Notification> heard = new ArrayList<>();

    MembershipEventsTest() throws JMException {
        world.beans.bindMulticast(world.multicast);
        world.beans.doWork();
        world.server.addNotificationListener(NAME, (told, back) -> heard.add(told), null, null);
    }

    @ParameterizedTest
    @EnumSource(MembershipState.class)
    void eachStateHasATypeThatIsAnnounced(MembershipState state) throws Exception {
        tell(41, MemoryMulticast.without(state, "SM changed", Errno.of(102)));
        assertEquals(1, heard.size());
        Notification told = (Notification) ForeignClient.receive(heard.get(0));
        assertEquals("rdma.multicast." + state.name().toLowerCase(Locale.ROOT), told.getType());
        assertEquals(NAME, told.getSource());
        assertEquals(1, told.getSequenceNumber());
        assertEquals(TIME.toEpochMilli(), told.getTimeStamp());
        assertEquals("what to do", told.getMessage());
        assertTrue(
                Arrays.stream(world.server.getMBeanInfo(NAME).getNotifications())
                        .flatMap(info -> Arrays.stream(info.getNotifTypes()))
                        .anyMatch(told.getType()::equals));
    }

    @Test
    void theContentOfAMemberIsAllThatIsKnown() throws Exception {
        tell(41, MemoryMulticast.joined(false));
        Notification told = (Notification) ForeignClient.receive(heard.get(0));
        assertEquals(
                Map.ofEntries(
                        Map.entry("name", "news"),
                        Map.entry("group", "239.1.2.3"),
                        Map.entry("before", "REJOINING"),
                        Map.entry("state", "JOINED"),
                        Map.entry("device", "mlx4_0"),
                        Map.entry("port", 2),
                        Map.entry("mgid", "ff12:401b:ffff:0000:0000:0000:0000:0001"),
                        Map.entry("mlid", 0xc001),
                        Map.entry("qkey", "0x80010002"),
                        Map.entry("lastGapMillis", 13L),
                        Map.entry("sequence", 41L),
                        Map.entry("time", TIME.toString())),
                told.getUserData());
    }

    @Test
    void theContentOfALostOneSaysWhyAndLeavesOutWhatIsNotKnown() {
        tell(41, MemoryMulticast.without(MembershipState.LOST, "SM changed", Errno.of(102)));
        Map<?, ?> content = (Map<?, ?>) heard.get(0).getUserData();
        assertEquals("LOST", content.get("state"));
        assertEquals("SM changed", content.get("reason"));
        assertEquals("ENETRESET", content.get("errno"));
        for (String key : List.of("device", "port", "mgid", "mlid", "qkey", "lastGapMillis")) {
            assertFalse(content.containsKey(key), key);
        }
    }

    @Test
    void theLastOnesAreRememberedAlsoOverAReplacementOfTheBundle() throws Exception {
        for (int i = 1; i <= NumberedRows.KEPT + 5; i++) {
            tell(i, MemoryMulticast.joined(false));
        }
        world.beans.unbindMulticast(world.multicast);
        CompositeData[] recent = (CompositeData[]) world.get(NAME.toString(), "RecentEvents");
        assertEquals(NumberedRows.KEPT, recent.length);
        assertEquals(6L, recent[0].get("sequence"));
        CompositeData last = recent[recent.length - 1];
        assertEquals(NumberedRows.KEPT + 5L, last.get("sequence"));
        assertEquals("news", last.get("name"));
        assertEquals("REJOINING", last.get("before"));
        assertEquals("JOINED", last.get("state"));
        assertEquals("what to do", last.get("text"));
        ForeignClient.receive(recent);
    }

    private void tell(long sequence, MembershipStatus status) {
        world.beans
                .membershipEvents()
                .onMembershipEvent(
                        new MembershipEvent(
                                "news",
                                GroupAddress.parse("239.1.2.3"),
                                MembershipState.REJOINING,
                                status,
                                "what to do",
                                sequence,
                                TIME));
    }
}
