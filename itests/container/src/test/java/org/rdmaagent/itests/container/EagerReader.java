// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/**
 * Reads some attributes inside the container, many thousand times a second: moments that are too
 * short for a reader over HTTP are met by this one.
 */
final class EagerReader {
    private static final List<String> ASKED =
            List.of(
                    "rdma:type=Fabric,device=mlx4_0,port=1 SwitchCount",
                    "rdma:type=Fabric,device=mlx4_0,port=1 Provider",
                    "rdma:type=Fabric,device=mlx4_0,port=1 MaxSmpsOnWire",
                    "rdma:type=Port,device=mlx4_0,port=1 State",
                    "rdma:type=Port,device=rxe0,port=1 CountersTakenAt",
                    "rdma:type=Device,device=rxe0 NodeGuid");

    private final MBeanServer server;
    private final Map<String, Object> expected = new TreeMap<>();
    private final Set<String> complaints = new TreeSet<>();
    private final Map<String, Long> silentSince = new TreeMap<>();
    private final Thread thread = new Thread(this::run, "eager-reader");
    private volatile boolean enough;
    private long values;
    private long restarting;
    private long longestSilenceNanos;

    /** Reads once what there is, then begins. */
    EagerReader(MBeanServer server) throws JMException {
        this.server = server;
        for (String asked : ASKED) {
            expected.put(asked, value(asked));
        }
        thread.start();
    }

    /** Stops reading. */
    void end() throws InterruptedException {
        enough = true;
        thread.join();
    }

    /** What was answered and should not have been; to be asked after {@link #end}. */
    Set<String> complaints() {
        return complaints;
    }

    /** In figures what was read; to be asked after {@link #end}. */
    String summary() {
        return "inside: "
                + values
                + " values, "
                + restarting
                + " \"restarting\", an attribute was without a value for at most "
                + TimeUnit.NANOSECONDS.toMillis(longestSilenceNanos)
                + " ms";
    }

    private void run() {
        while (!enough) {
            expected.forEach(this::read);
        }
    }

    private void read(String asked, Object wanted) {
        try {
            Object value = value(asked);
            values++;
            spoke(asked);
            if (!value.equals(wanted) && !asked.endsWith("At")) {
                complaints.add(asked + ": " + wanted + " -> " + value);
            }
        } catch (JMException | RuntimeMBeanException e) {
            String text = String.valueOf(e.getCause());
            if (text.contains("restarting")) {
                restarting++;
                silentSince.putIfAbsent(asked, System.nanoTime());
            } else {
                complaints.add(asked + ": " + e + ": " + text);
            }
        }
    }

    private void spoke(String asked) {
        Long since = silentSince.remove(asked);
        if (since != null) {
            longestSilenceNanos = Math.max(longestSilenceNanos, System.nanoTime() - since);
        }
    }

    private Object value(String asked) throws JMException {
        String[] words = asked.split(" ");
        return server.getAttribute(new ObjectName(words[0]), words[1]);
    }
}
