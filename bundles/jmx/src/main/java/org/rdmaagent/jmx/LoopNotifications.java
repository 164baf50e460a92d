// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import org.rdmaagent.dataplane.LoopEvent;
import org.rdmaagent.dataplane.LoopEventKind;

/**
 * Tells the listeners of a PollLoop MBean, or of the DataPlane one, what happens to the loops, and
 * remembers the last of it.
 */
final class LoopNotifications extends NotificationBroadcasterSupport {
    private static final String PREFIX = "rdma.dataplane.";

    private final ObjectName source;
    private final NumberedRows<LoopEventRow> rows = new NumberedRows<>();

    LoopNotifications(ObjectName source) {
        super(
                new MBeanNotificationInfo(
                        types(),
                        Notification.class.getName(),
                        "What happened to a poll loop; the message is a sentence with what to do,"
                                + " the user data a map of JDK types: kind, loop, cq (if about a"
                                + " queue), handler (if about one), sequence, time."));
        this.source = source;
    }

    private static String[] types() {
        return Arrays.stream(LoopEventKind.values())
                .map(LoopNotifications::type)
                .toArray(String[]::new);
    }

    private static String type(LoopEventKind kind) {
        return PREFIX + kind.name().toLowerCase(Locale.ROOT);
    }

    void send(LoopEvent event) {
        LoopEventRow row = LoopEventRow.of(event);
        Notification notification =
                new Notification(
                        type(event.kind()),
                        source,
                        rows.add(row),
                        event.time().toEpochMilli(),
                        event.text());
        notification.setUserData(content(row));
        sendNotification(notification);
    }

    /** The last ones, oldest first. */
    List<LoopEventRow> recent() {
        return rows.recent();
    }

    private static Map<String, Object> content(LoopEventRow row) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("kind", row.kind());
        content.put("loop", row.loop());
        if (!row.cq().isEmpty()) {
            content.put("cq", row.cq());
        }
        if (!row.handler().isEmpty()) {
            content.put("handler", row.handler());
        }
        content.put("sequence", row.sequence());
        content.put("time", row.time());
        return content;
    }
}
