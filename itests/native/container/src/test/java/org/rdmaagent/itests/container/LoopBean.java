// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.lang.management.ManagementFactory;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;

/** What the MBean of a loop says; of each queue, too. */
final class LoopBean {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private final ObjectName name;

    LoopBean(String loop) throws JMException {
        name = new ObjectName("rdma:type=PollLoop,name=" + loop);
    }

    ObjectName name() {
        return name;
    }

    /** An attribute; empty while there is no answer. */
    Object read(String attribute) {
        try {
            return SERVER.getAttribute(name, attribute);
        } catch (RuntimeMBeanException | JMException e) {
            return "";
        }
    }

    private Object field(String attribute, String field) {
        return read(attribute) instanceof CompositeData value ? value.get(field) : "";
    }

    /** The kernel's number of its thread; 0 while there is none. */
    long thread() {
        return field("Placement", "threadId") instanceof Long id ? id : 0;
    }

    private Object slot(String cq, String field) {
        if (read("Slots") instanceof CompositeData[] slots) {
            for (CompositeData slot : slots) {
                if (cq.equals(slot.get("cq"))) {
                    return slot.get(field);
                }
            }
        }
        return "";
    }

    /** A field of a queue as text; empty while there is no answer. */
    String text(String cq, String field) {
        return slot(cq, field).toString();
    }

    /** A number of a queue; -1 while there is no answer. */
    long number(String cq, String field) {
        return slot(cq, field) instanceof Number number ? number.longValue() : -1;
    }

    /** Whether the completions of a queue go to a handler whose text has this in it. */
    boolean isHandledBy(String cq, String part) {
        return "ACTIVE".equals(text(cq, "state")) && text(cq, "handler").contains(part);
    }

    /** For how long a queue was not polled when its handler changed: count, percentile99, ... */
    long swapPause(String cq, String figure) {
        return slot(cq, "swapPauseNanos") instanceof CompositeData pauses
                        && pauses.get(figure) instanceof Long nanos
                ? nanos
                : -1;
    }

    void invoke(String operation) throws JMException {
        Object unused = SERVER.invoke(name, operation, new Object[0], new String[0]);
    }

    void release(String cq) throws JMException {
        Object unused =
                SERVER.invoke(
                        name, "release", new Object[] {cq}, new String[] {String.class.getName()});
    }

    /**
     * The number of a queue pair, as soon as it can be sent to: its MBean comes on its own time.
     */
    static int awaitQueuePair(String named) throws Exception {
        Waiting.until("queue pair " + named, () -> queuePair(named) != 0);
        return queuePair(named);
    }

    /** The number of a queue pair that can be sent to; 0 while there is none. */
    static int queuePair(String named) throws JMException {
        for (ObjectName pair : SERVER.queryNames(new ObjectName("rdma:type=QueuePair,*"), null)) {
            if (isSendable(pair, named)) {
                return (Integer) SERVER.getAttribute(pair, "Qpn");
            }
        }
        return 0;
    }

    private static boolean isSendable(ObjectName pair, String named) throws JMException {
        try {
            return named.equals(SERVER.getAttribute(pair, "Name"))
                    && "RTS".equals(SERVER.getAttribute(pair, "State"));
        } catch (RuntimeMBeanException | InstanceNotFoundException e) {
            return false; // it was just closed
        }
    }
}
