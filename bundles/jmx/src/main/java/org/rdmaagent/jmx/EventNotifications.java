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
import org.rdmaagent.verbs.AsyncEvent;
import org.rdmaagent.verbs.AsyncEventType;

/**
 * Tells the listeners of a Device MBean of its asynchronous events, and remembers the last ones.
 */
final class EventNotifications extends NotificationBroadcasterSupport {
    private static final String PREFIX = "rdma.event.";

    private final ObjectName source;
    private final NumberedRows<AsyncEventRow> rows = new NumberedRows<>();

    EventNotifications(ObjectName source) {
        super(
                new MBeanNotificationInfo(
                        types(),
                        Notification.class.getName(),
                        "What the device told by itself (ibv_get_async_event(3)), named as in"
                                + " enum ibv_event_type; the user data is a map of JDK types: type,"
                                + " device, port (if about a port), qpn (if about a queue pair),"
                                + " objectName (if about a queue), sequence, time."));
        this.source = source;
    }

    private static String[] types() {
        return Arrays.stream(AsyncEventType.values())
                .map(EventNotifications::type)
                .toArray(String[]::new);
    }

    private static String type(AsyncEventType type) {
        return PREFIX + type.name().toLowerCase(Locale.ROOT);
    }

    void send(AsyncEvent event) {
        AsyncEventRow row = AsyncEventRow.of(event);
        Notification notification =
                new Notification(
                        type(event.type()),
                        source,
                        rows.add(row),
                        event.time().toEpochMilli(),
                        message(event, row));
        notification.setUserData(content(event, row));
        sendNotification(notification);
    }

    /** The last ones, oldest first. */
    List<AsyncEventRow> recent() {
        return rows.recent();
    }

    private static String message(AsyncEvent event, AsyncEventRow row) {
        StringBuilder text = new StringBuilder(row.type()).append(" on ").append(event.device());
        if (event.port().isPresent()) {
            text.append('/').append(row.port());
        }
        if (event.qp().isPresent()) {
            text.append(", queue pair ").append(row.qpn());
        }
        if (!row.objectName().isEmpty()) {
            text.append(", ").append(row.objectName());
        }
        return text.toString();
    }

    private static Map<String, Object> content(AsyncEvent event, AsyncEventRow row) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("type", row.type());
        content.put("device", event.device());
        if (event.port().isPresent()) {
            content.put("port", row.port());
        }
        if (event.qp().isPresent()) {
            content.put("qpn", row.qpn());
        }
        if (!row.objectName().isEmpty()) {
            content.put("objectName", row.objectName());
        }
        content.put("sequence", row.sequence());
        content.put("time", row.time());
        return content;
    }
}
