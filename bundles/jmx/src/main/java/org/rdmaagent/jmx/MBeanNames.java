// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.QpNumber;

/** The names of the agent's MBeans. */
final class MBeanNames {
    /** {@code rdma:type=Agent}. */
    static final ObjectName AGENT = name("rdma:type=Agent");

    /** {@code rdma:type=DataPlane}. */
    static final ObjectName DATA_PLANE = name("rdma:type=DataPlane");

    /** {@code rdma:type=Multicast}. */
    static final ObjectName MULTICAST = name("rdma:type=Multicast");

    private MBeanNames() {}

    /** {@code rdma:type=Device,device=D}. */
    static ObjectName device(String device) {
        return name("rdma:type=Device,device=" + value(device));
    }

    /** {@code rdma:type=Port,device=D,port=N}. */
    static ObjectName port(PortId port) {
        return name("rdma:type=Port," + keys(port));
    }

    /** {@code rdma:type=Fabric,device=D,port=N}. */
    static ObjectName fabric(PortId port) {
        return name("rdma:type=Fabric," + keys(port));
    }

    /** {@code rdma:type=QueuePair,device=D,qpn=Q}. */
    static ObjectName queuePair(String device, QpNumber number) {
        return name("rdma:type=QueuePair,device=" + value(device) + ",qpn=" + number);
    }

    /** {@code rdma:type=Mlx4Context,device=D}. */
    static ObjectName mlx4Context(String device) {
        return name("rdma:type=Mlx4Context,device=" + value(device));
    }

    /** {@code rdma:type=PollLoop,name=L}. */
    static ObjectName pollLoop(String loop) {
        return name("rdma:type=PollLoop,name=" + value(loop));
    }

    private static String keys(PortId port) {
        return "device=" + value(port.device()) + ",port=" + port.port();
    }

    private static String value(String text) {
        // The kernel lets a device be renamed to nearly anything.
        return text.matches("[A-Za-z0-9_.@+-]+") ? text : ObjectName.quote(text);
    }

    private static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException("not an MBean name: " + text, e);
        }
    }
}
