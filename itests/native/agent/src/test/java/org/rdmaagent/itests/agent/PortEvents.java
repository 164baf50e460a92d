// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.management.Notification;
import org.rdmaagent.verbs.AsyncEventType;

/**
 * What happens to the ports of the emulated device, and what a console hears of it.
 *
 * @param heard what it hears, from the first step on
 */
record PortEvents(List<Notification> heard) {
    /** What is done to a port, and the kind of the event that tells of it. */
    private record Step(String line, AsyncEventType kind, int port) {
        String told() {
            String type = "rdma.event." + kind.name().toLowerCase(Locale.ROOT);
            return type + ": " + kind + " on mlx4_0/" + port;
        }
    }

    private static final List<Step> STEPS =
            List.of(
                    new Step("port mlx4_0 1 down", AsyncEventType.PORT_ERR, 1),
                    new Step("port mlx4_0 1 active", AsyncEventType.PORT_ACTIVE, 1),
                    new Step("port mlx4_0 2 down", AsyncEventType.PORT_ERR, 2),
                    new Step("port mlx4_0 2 active", AsyncEventType.PORT_ACTIVE, 2),
                    new Step("event mlx4_0 1 lid_change 0x40", AsyncEventType.LID_CHANGE, 1),
                    new Step("event mlx4_0 1 sm_change 0x41", AsyncEventType.SM_CHANGE, 1),
                    new Step(
                            "event mlx4_0 2 client_reregister",
                            AsyncEventType.CLIENT_REREGISTER,
                            2),
                    new Step(
                            "event mlx4_0 1 gid_change 0xfe80000000000007",
                            AsyncEventType.GID_CHANGE,
                            1),
                    new Step("event mlx4_0 1 pkey_change 0x18123", AsyncEventType.PKEY_CHANGE, 1));

    /** What the card has to do, one after the other. */
    static List<String> lines() {
        return STEPS.stream().map(Step::line).toList();
    }

    /** Each is told once, in order. */
    void awaitAll() throws Exception {
        Waiting.until("all of " + STEPS, () -> heard.size() >= STEPS.size());
        assertEquals(
                STEPS.stream().map(Step::told).toList(),
                heard.stream().map(told -> told.getType() + ": " + told.getMessage()).toList());
    }

    /** Without gaps, and in the order of the events. */
    void assertNumbered() {
        long first = heard.get(0).getSequenceNumber();
        long last = 0;
        for (int i = 0; i < heard.size(); i++) {
            Map<?, ?> content = (Map<?, ?>) heard.get(i).getUserData();
            assertEquals(first + i, heard.get(i).getSequenceNumber());
            long sequence = Long.parseLong(String.valueOf(content.get("sequence")));
            assertTrue(sequence > last, heard::toString);
            last = sequence;
            String message = heard.get(i).getMessage();
            assertEquals("mlx4_0", content.get("device"));
            assertTrue(message.endsWith("/" + content.get("port")), message);
            assertTrue(message.startsWith(content.get("type") + " on "), message);
        }
    }

    /** The last ones of RecentEvents are the same. */
    void assertRemembered(List<Row> recent) {
        List<Row> last = recent.subList(recent.size() - heard.size(), recent.size());
        for (int i = 0; i < heard.size(); i++) {
            Map<?, ?> content = (Map<?, ?>) heard.get(i).getUserData();
            for (String field : List.of("type", "port", "sequence", "time")) {
                assertEquals(
                        String.valueOf(content.get(field)),
                        String.valueOf(last.get(i).value(field)));
            }
        }
    }
}
