// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;

/** What the Multicast MBean says of one membership, and what it has told since. */
final class MembershipBean implements AutoCloseable {
    static final String MULTICAST = "rdma:type=Multicast";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName bean;
    private final String name;
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final NotificationListener listener = (news, back) -> hear(news);

    MembershipBean(String name) throws JMException {
        this.name = name;
        bean = new ObjectName(MULTICAST);
        server.addNotificationListener(bean, listener, null, null);
    }

    private void hear(Notification news) {
        Map<?, ?> content = (Map<?, ?>) news.getUserData();
        if (name.equals(content.get("name"))) {
            told.add(news.getType());
        }
    }

    /** The types of its notifications, in order. */
    List<String> told() {
        return List.copyOf(told);
    }

    /** A field of it; the word "nothing" while there is no such membership or no answer. */
    Object field(String field) {
        return row().map(row -> row.get(field)).orElse("nothing");
    }

    boolean isIn(String state) {
        return state.equals(field("state"));
    }

    /** The MGIDs and MLIDs that its queue pair is attached to; the word "nothing" without one. */
    String attached() {
        try {
            ObjectName pair =
                    new ObjectName(
                            "rdma:type=QueuePair,device="
                                    + field("device")
                                    + ",qpn="
                                    + field("qpn"));
            StringBuilder groups = new StringBuilder();
            for (CompositeData group :
                    (CompositeData[]) server.getAttribute(pair, "AttachedGroups")) {
                groups.append(group.get("mgid")).append(' ').append(group.get("mlid")).append(';');
            }
            return groups.toString();
        } catch (JMException | RuntimeMBeanException e) {
            return "nothing"; // not registered yet, or gone
        }
    }

    private Optional<CompositeData> row() {
        try {
            for (CompositeData row : (CompositeData[]) server.getAttribute(bean, "Memberships")) {
                if (name.equals(row.get("name"))) {
                    return Optional.of(row);
                }
            }
            return Optional.empty();
        } catch (RuntimeMBeanException e) {
            if (String.valueOf(e.getCause()).contains("restarting")) {
                return Optional.empty();
            }
            throw e;
        } catch (JMException e) {
            return Optional.empty(); // not registered yet
        }
    }

    @Override
    public void close() throws JMException {
        server.removeNotificationListener(bean, listener);
    }
}
