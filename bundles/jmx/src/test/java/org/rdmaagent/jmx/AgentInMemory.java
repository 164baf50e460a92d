// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.rdmaagent.PortId;

/** The MBeans on a server of their own, over services in memory; the tests do the work by hand. */
final class AgentInMemory {
    static final PortId MLX = new PortId("mlx4_0", 1);

    final MBeanServer server = MBeanServerFactory.newMBeanServer();
    final AtomicLong nanos = new AtomicLong();
    final MemoryAgent agent = new MemoryAgent();
    final MemoryDevices devices = new MemoryDevices().with("mlx4_0", 2).with("rxe0", 1);
    final MemoryCounters counters = new MemoryCounters();
    final MemoryVerbs verbs = new MemoryVerbs();
    final MemoryDataPlane dataPlane = new MemoryDataPlane();
    final MemoryMulticast multicast = new MemoryMulticast();
    final MemoryMlx4 mlx4 = new MemoryMlx4();
    final MemoryFabric fabric = new MemoryFabric().with(MLX).with(new PortId("mlx4_0", 2));
    final StableMBeans beans =
            new StableMBeans(
                    JmxSettings.of("10", "200", "1"),
                    server,
                    () -> MemoryCounters.TAKEN.plusMillis(250),
                    nanos::get);

    AgentInMemory() {
        beans.registerAgent();
    }

    /** Everything bound and reconciled. */
    static AgentInMemory running() {
        AgentInMemory running = new AgentInMemory();
        running.bindAll();
        running.beans.doWork();
        return running;
    }

    void bindAll() {
        beans.bindAgent(agent);
        beans.bindDevices(devices);
        beans.bindCounters(counters);
        beans.bindVerbs(verbs);
        beans.bindFabric(fabric);
    }

    Set<String> names() {
        Set<String> names = new TreeSet<>();
        try {
            for (ObjectName name : server.queryNames(new ObjectName("rdma:*"), null)) {
                names.add(name.toString());
            }
        } catch (JMException e) {
            throw new AssertionError(e);
        }
        return names;
    }

    Object get(String name, String attribute) throws JMException {
        return server.getAttribute(new ObjectName(name), attribute);
    }

    Object invoke(String name, String operation, Object... arguments) throws JMException {
        String[] signature = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            signature[i] = type(arguments[i]);
        }
        return server.invoke(new ObjectName(name), operation, arguments, signature);
    }

    private static String type(Object argument) {
        if (argument instanceof Integer) {
            return "int";
        }
        return argument instanceof Boolean ? "boolean" : argument.getClass().getName();
    }
}
