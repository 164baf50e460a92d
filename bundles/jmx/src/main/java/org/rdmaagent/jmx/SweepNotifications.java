// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import org.rdmaagent.fabric.DiscoveryProgress;
import org.rdmaagent.fabric.SweepState;

/** Tells the listeners of a Fabric MBean how far a sweep is and that one has ended. */
final class SweepNotifications extends NotificationBroadcasterSupport {
    /** A sweep has ended. */
    static final String TYPE = "rdma.fabric.sweep";

    /** How far a sweep is. */
    static final String PROGRESS = "rdma.fabric.progress";

    private final ObjectName source;
    private final InstantSource clock;
    private final AtomicLong sequence = new AtomicLong();

    SweepNotifications(ObjectName source, InstantSource clock) {
        super(
                new MBeanNotificationInfo(
                        new String[] {TYPE},
                        Notification.class.getName(),
                        "A sweep has ended; the user data is a map of JDK types: complete, the"
                                + " counts, sweepMillis, smpsUsed, scope, engine, incremental,"
                                + " error."),
                new MBeanNotificationInfo(
                        new String[] {PROGRESS},
                        Notification.class.getName(),
                        "How far a sweep is, after showProgress(true): at least four times a second"
                                + " and at its end; the user data is a map of JDK types: engine,"
                                + " report (1, 2, ... of this sweep), nodes, links, smpsUsed,"
                                + " elapsedMillis, ended."));
        this.source = source;
        this.clock = clock;
    }

    void send(SweepState state) {
        SweepSummary summary = state.result().map(SweepSummary::of).orElse(SweepSummary.NONE);
        send(TYPE, message(state, summary), content(state, summary));
    }

    void send(DiscoveryProgress progress) {
        send(PROGRESS, message(progress), content(progress));
    }

    private void send(String type, String message, Map<String, Object> content) {
        Notification notification =
                new Notification(type, source, sequence.incrementAndGet(), clock.millis(), message);
        notification.setUserData(content);
        sendNotification(notification);
    }

    private static String message(DiscoveryProgress progress) {
        return "the sweep from "
                + progress.port()
                + (progress.ended() ? " has ended: nodes " : " goes on: nodes ")
                + progress.nodes()
                + ", links "
                + progress.links()
                + ", SMPs "
                + progress.smpsUsed();
    }

    private static Map<String, Object> content(DiscoveryProgress progress) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("engine", progress.engine());
        content.put("report", progress.sequence());
        content.put("nodes", progress.nodes());
        content.put("links", progress.links());
        content.put("smpsUsed", progress.smpsUsed());
        content.put("elapsedMillis", TimeUnit.NANOSECONDS.toMillis(progress.elapsedNanos()));
        content.put("ended", progress.ended());
        return content;
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
        content.put("scope", summary.scope());
        content.put("engine", summary.engine());
        content.put("incremental", summary.incremental());
        content.put("error", state.error());
        return content;
    }
}
