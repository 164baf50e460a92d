// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.NotificationListener;

/** The notifications of a loop's MBean, as a console gets them. */
final class LoopNews {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final LoopBean loop;
    private final List<Notification> all = new CopyOnWriteArrayList<>();
    private final NotificationListener listener = (notification, handback) -> all.add(notification);

    LoopNews(LoopBean loop) throws JMException {
        this.loop = loop;
        server.addNotificationListener(loop.name(), listener, null, null);
    }

    void close() throws JMException {
        server.removeNotificationListener(loop.name(), listener);
    }

    /** Whether there was one of this kind, about a handler or a queue whose text has this in it. */
    boolean told(String kind, String about) {
        return all.stream()
                .anyMatch(
                        one ->
                                one.getType().equals("rdma.dataplane." + kind)
                                        && one.getUserData() instanceof Map<?, ?> content
                                        && content.toString().contains(about));
    }

    /** Waits for one. */
    void await(String kind, String about) throws Exception {
        Waiting.until(kind + " of " + about, () -> told(kind, about));
    }
}
