// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import org.rdmaagent.fabric.SweepState;

/** Tells the listeners of a Fabric MBean that a sweep has ended. */
final class SweepNotifications extends NotificationBroadcasterSupport {
    static final String TYPE = "rdma.fabric.sweep";

    private final ObjectName source;
    private final InstantSource clock;
    private final AtomicLong sequence = new AtomicLong();

    SweepNotifications(ObjectName source, InstantSource clock) {
        super(
                new MBeanNotificationInfo(
                        new String[] {TYPE},
                        Notification.class.getName(),
                        "A sweep has ended; the user data is a map of JDK types: complete, the"
                                + " counts, sweepMillis, smpsUsed, error."));
        this.source = source;
        this.clock = clock;
    }

    void send(SweepState state) {
        SweepSummary summary = state.result().map(SweepSummary::of).orElse(SweepSummary.NONE);
        Notification notification =
                new Notification(
                        TYPE,
                        source,
                        sequence.incrementAndGet(),
                        clock.millis(),
                        message(state, summary));
        notification.setUserData(content(state, summary));
        sendNotification(notification);
    }

    private static String message(SweepState state, SweepSummary summary) {
        if (state.result().isEmpty()) {
            return "the sweep from " + state.port() + " failed: " + state.error();
        }
        return "swept from "
                + state.port()
                + ": "
                + (summary.complete() ? "complete" : "not complete")
                + ", switches "
                + summary.switchCount()
                + ", CAs "
                + summary.caCount()
                + ", links "
                + summary.linkCount()
                + ", failed paths "
                + summary.failedPathCount();
    }

    private static Map<String, Object> content(SweepState state, SweepSummary summary) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("complete", summary.complete());
        content.put("switchCount", summary.switchCount());
        content.put("caCount", summary.caCount());
        content.put("routerCount", summary.routerCount());
        content.put("linkCount", summary.linkCount());
        content.put("failedPathCount", summary.failedPathCount());
        content.put("problemCount", summary.problemCount());
        content.put("sweepMillis", summary.sweepMillis());
        content.put("smpsUsed", summary.smpsUsed());
        content.put("error", state.error());
        return content;
    }
}
