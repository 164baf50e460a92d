// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;

/** What the MBeans say of the loop "main" and of its only queue, "feed". */
final class DataPlaneBeans {
    static final String LOOP = "rdma:type=PollLoop,name=main";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    /** The attribute of the loop; the word "restarting" while there is no answer. */
    Object loop(String attribute) {
        try {
            return server.getAttribute(new ObjectName(LOOP), attribute);
        } catch (RuntimeMBeanException e) {
            String text = String.valueOf(e.getCause());
            if (text.contains("restarting") || text.contains("no poll loop")) {
                return "restarting";
            }
            throw e;
        } catch (JMException e) {
            return "restarting"; // not registered yet
        }
    }

    /** A field of the queue; empty while there is no answer. */
    Object slot(String field) {
        return loop("Slots") instanceof CompositeData[] slots && slots.length == 1
                ? slots[0].get(field)
                : "";
    }

    boolean isIn(String state) {
        return state.equals(slot("state"));
    }

    /** Whether the completions go to a handler whose text has this in it. */
    boolean isHandledBy(String part) {
        return isIn("ACTIVE") && slot("handler").toString().contains(part);
    }

    Object invoke(String operation, Object argument, String type) throws JMException {
        return server.invoke(
                new ObjectName(LOOP), operation, new Object[] {argument}, new String[] {type});
    }

    Object invoke(String operation) throws JMException {
        return server.invoke(new ObjectName(LOOP), operation, new Object[0], new String[0]);
    }

    /** The number of the queue pair "feed"; 0 while there is none. */
    int queuePair() throws JMException {
        for (ObjectName name : server.queryNames(new ObjectName("rdma:type=QueuePair,*"), null)) {
            if ("feed".equals(server.getAttribute(name, "Name"))
                    && "RTS".equals(server.getAttribute(name, "State"))) {
                return (Integer) server.getAttribute(name, "Qpn");
            }
        }
        return 0;
    }
}
