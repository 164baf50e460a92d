// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.verbs.AsyncEvent;
import org.rdmaagent.verbs.AsyncEventType;

class EventDeskTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final EventDesk desk = new EventDesk(() -> NOW);
    private final List<AsyncEvent> heard = new ArrayList<>();

    @Test
    void eventsAreNumberedTimedAndDeliveredInOrder() {
        desk.add(heard::add);
        tell(AsyncEventType.PORT_ERR);
        tell(AsyncEventType.PORT_ACTIVE);
        assertEquals(List.of(), heard);
        assertTrue(desk.doWork(0));
        assertTrue(desk.doWork(0));
        assertFalse(desk.doWork(0));
        assertEquals(
                new AsyncEvent(
                        AsyncEventType.PORT_ERR,
                        "mlx4_0",
                        OptionalInt.of(1),
                        Optional.empty(),
                        "",
                        1,
                        NOW),
                heard.get(0));
        assertEquals(2, heard.get(1).sequence());
    }

    @Test
    void oneThatFailsKeepsNoEventFromTheOthers() {
        desk.add(
                event -> {
                    throw new IllegalStateException("mine");
                });
        desk.add(
                event -> {
                    throw new NoClassDefFoundError("a/B");
                });
        desk.add(heard::add);
        tell(AsyncEventType.SM_CHANGE);
        assertTrue(desk.doWork(0));
        assertEquals(1, heard.size());
    }

    @Test
    void whatDoesNotFitIsLostCountedAndSeenInTheNumbers() {
        desk.add(heard::add);
        for (int i = 0; i < EventDesk.ROOM + 3; i++) {
            tell(AsyncEventType.GID_CHANGE);
        }
        assertEquals(3, desk.lost());
        assertTrue(desk.doWork(0));
        tell(AsyncEventType.GID_CHANGE);
        deliverAll();
        assertEquals(EventDesk.ROOM + 1, heard.size());
        assertEquals(EventDesk.ROOM, heard.get(heard.size() - 2).sequence());
        assertEquals(EventDesk.ROOM + 4, heard.get(heard.size() - 1).sequence());
        assertEquals(EventDesk.ROOM + 4, desk.told());
    }

    @Test
    void whoWasRemovedHearsNothing() {
        var listener = (org.rdmaagent.verbs.AsyncEventListener) heard::add;
        desk.add(listener);
        desk.remove(listener);
        tell(AsyncEventType.GID_CHANGE);
        assertTrue(desk.doWork(0));
        assertEquals(List.of(), heard);
    }

    private void tell(AsyncEventType type) {
        desk.tell(
                "mlx4_0", new AsyncNotice(type, type.code(), OptionalInt.of(1), Optional.empty()));
    }

    private void deliverAll() {
        boolean more = true;
        while (more) {
            more = desk.doWork(0);
        }
    }
}
