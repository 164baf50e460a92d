// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/** Reads MBeans all the time: their names stay, whatever is replaced. */
final class LoopReader {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final List<String> asked;
    private final Set<String> complaints = new TreeSet<>();
    private final Thread thread = new Thread(this::run, "loop-reader");
    private volatile boolean enough;
    private volatile long values;
    private long restarting;

    /**
     * Begins.
     *
     * @param asked a name and an attribute each
     */
    LoopReader(List<String> asked) {
        this.asked = asked;
        thread.start();
    }

    /** Those of the data plane with one loop of it. */
    static List<String> ofDataPlane(LoopBean loop) {
        return List.of(
                loop.name() + " Completions", loop.name() + " Slots", "rdma:type=DataPlane Loops");
    }

    /** How many values were answered so far. */
    long values() {
        return values;
    }

    /** Stops reading; what was answered and should not have been. */
    Set<String> end() throws InterruptedException {
        enough = true;
        thread.join();
        return complaints;
    }

    /** In figures what was read; to be asked after {@link #end}. */
    String summary() {
        return values + " values read, " + restarting + " \"restarting\"";
    }

    private void run() {
        long count = 0;
        while (!enough) {
            for (String each : asked) {
                count += read(each) ? 1 : 0;
            }
            values = count;
            rest();
        }
    }

    private void rest() {
        try {
            TimeUnit.MILLISECONDS.sleep(5);
        } catch (InterruptedException e) {
            enough = true;
        }
    }

    private boolean read(String each) {
        String[] words = each.split(" ");
        try {
            return server.getAttribute(new ObjectName(words[0]), words[1]) != null;
        } catch (JMException | RuntimeMBeanException e) {
            String text = String.valueOf(e.getCause());
            if (text.contains("restarting") || text.contains("no poll loop")) {
                restarting++;
            } else {
                complaints.add(each + ": " + e + ": " + text);
            }
            return false;
        }
    }
}
