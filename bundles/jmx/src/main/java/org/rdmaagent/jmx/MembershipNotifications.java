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
import org.rdmaagent.multicast.MembershipEvent;
import org.rdmaagent.multicast.MembershipListener;
import org.rdmaagent.multicast.MembershipState;

/**
 * Tells the listeners of the Multicast MBean how memberships change, and remembers the last of it.
 * What it remembers outlives a replacement of the multicast bundle. For any thread.
 */
final class MembershipNotifications extends NotificationBroadcasterSupport
        implements MembershipListener {
    private static final String PREFIX = "rdma.multicast.";

    private final NumberedRows<MembershipEventRow> rows = new NumberedRows<>();

    MembershipNotifications() {
        super(
                new MBeanNotificationInfo(
                        types(),
                        Notification.class.getName(),
                        "The state that a membership came into; the message is a sentence with what"
                                + " to do, the user data a map of JDK types: name, group, before,"
                                + " state, device and port (once they are known), mgid, mlid and"
                                + " qkey (of a member), reason and errno (if there are any),"
                                + " lastGapMillis (if it was lost before), sequence, time."));
    }

    private static String[] types() {
        return Arrays.stream(MembershipState.values())
                .map(MembershipNotifications::type)
                .toArray(String[]::new);
    }

    private static String type(MembershipState state) {
        return PREFIX + state.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void onMembershipEvent(MembershipEvent event) {
        MembershipEventRow row = MembershipEventRow.of(event);
        Notification notification =
                new Notification(
                        type(row.state()),
                        MBeanNames.MULTICAST,
                        rows.add(row),
                        event.time().toEpochMilli(),
                        event.text());
        notification.setUserData(content(row));
        sendNotification(notification);
    }

    /** The last ones, oldest first. */
    List<MembershipEventRow> recent() {
        return rows.recent();
    }

    private static Map<String, Object> content(MembershipEventRow row) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("name", row.name());
        content.put("group", row.group());
        content.put("before", row.before().name());
        content.put("state", row.state().name());
        if (!row.device().isEmpty()) {
            content.put("device", row.device());
            content.put("port", row.port());
        }
        if (!row.mgid().isEmpty()) {
            content.put("mgid", row.mgid());
            content.put("mlid", row.mlid());
            content.put("qkey", row.qkey());
        }
        putUnlessEmpty(content, "reason", row.reason());
        putUnlessEmpty(content, "errno", row.errno());
        if (row.lastGapMillis() >= 0) {
            content.put("lastGapMillis", row.lastGapMillis());
        }
        content.put("sequence", row.sequence());
        content.put("time", row.time());
        return content;
    }

    private static void putUnlessEmpty(Map<String, Object> content, String key, String text) {
        if (!text.isEmpty()) {
            content.put(key, text);
        }
    }
}
